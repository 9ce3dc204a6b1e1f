export * from "./existingNodes";
export * from "./kubernetes";
export * from "./platform";
