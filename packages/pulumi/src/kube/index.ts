export * from "./fill";
export * from "./hash";
export * from "./labels";
export * from "./literal";
export * from "./security";
export * from "./workload";
