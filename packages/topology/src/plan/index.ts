export type * from "./caches";
export * from "./explain";
export type * from "./gateway";
export type * from "./loadBalancer";
export type * from "./nodeGroup";
export type * from "./plan";
export type * from "./pool";
export type * from "./problem";
export type * from "./timings";
