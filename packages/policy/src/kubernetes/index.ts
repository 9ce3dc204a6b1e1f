export * from "./pods";
export * from "./quantity";
export * from "./selectors";
