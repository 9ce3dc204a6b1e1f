export * from "./error";
export * from "./input";
export * from "./overrides";
export * from "./schemas";
