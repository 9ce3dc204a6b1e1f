export * from "./change";
export * from "./config/config";
export * from "./evaluate/evaluate";
export type { Level, Outcome, Rule, Setting, Settings, Tag } from "./rule";
export { rules } from "./rules";
export * from "./view";
