export * from "./args";
export * from "./plan";
export * from "./shared";
