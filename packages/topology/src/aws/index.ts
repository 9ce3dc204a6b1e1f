export * from "./alb";
export { type AmiType, amiTypes, isBottlerocket } from "./amiType";
export * from "./args";
export * from "./capacity";
export { sumRanges } from "./cost";
export * from "./groups";
export * from "./nodeGroup";
export type { GroupNeed } from "./scaling";
export { type Ties, zoneProblems } from "./zones";
