export * from "./common";
export * from "./existingNodes";
export * from "./kubernetes";
export * from "./platform";
