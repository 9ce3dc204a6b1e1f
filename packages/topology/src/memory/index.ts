export * from "./estimate";
export * from "./resources";
