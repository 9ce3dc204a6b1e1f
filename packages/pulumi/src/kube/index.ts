export * from "./hash";
export * from "./labels";
export * from "./security";
