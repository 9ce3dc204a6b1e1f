export * from "./multiNode";
export * from "./pd";
export * from "./pdSpec";
export type { Planned } from "./planned";
export * from "./replicated";
