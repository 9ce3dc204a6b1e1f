export * from "./admission";
export * from "./args";
export * from "./plan";
