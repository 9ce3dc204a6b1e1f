export * from "./args";
export * from "./fetch";
export * from "./modelCache";
export * from "./token";
export * from "./volumes";
