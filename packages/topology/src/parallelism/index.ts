export * from "./args";
export * from "./fit";
