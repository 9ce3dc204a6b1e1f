export * from "./clock";
export * from "./startup";
