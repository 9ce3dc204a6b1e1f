export * from "./args";
export * from "./data";
export * from "./expert";
export * from "./fit";
export * from "./layout";
export * from "./nodes";
export * from "./rules";
