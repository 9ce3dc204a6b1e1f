export * from "./alone";
export * from "./args";
export type { CacheContext } from "./context";
export { nextSize } from "./lustre";
export * from "./plan";
export { bucketProblems } from "./s3";
