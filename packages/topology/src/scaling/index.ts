export * from "./signals";
