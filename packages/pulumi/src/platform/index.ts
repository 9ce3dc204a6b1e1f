export * from "./existingNodes";
export * from "./kubernetes";
export type * from "./platform";
