export * from "./check";
export * from "./error";
export * from "./fields";
export * from "./prune";
