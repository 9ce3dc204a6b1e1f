export * from "./args";
export * from "./instances";
