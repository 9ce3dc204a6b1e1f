export * from "./over";
export type * from "./rule";
export * from "./settings";
