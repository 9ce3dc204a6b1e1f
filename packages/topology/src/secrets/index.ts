export * from "./args";
