export * from "./args";
export * from "./front";
export * from "./paths";
export * from "./plan";
