export * from "./common";
export * from "./existingNodes";
export * from "./kubernetes";
export * from "./platform";
export * from "./secrets";
export * from "./storage";
