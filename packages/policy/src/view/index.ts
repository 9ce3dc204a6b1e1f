export * from "./fields";
export * from "./lists";
export * from "./resource";
export * from "./value";
