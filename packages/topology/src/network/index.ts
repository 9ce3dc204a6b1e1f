export * from "./args";
export * from "./plan";
