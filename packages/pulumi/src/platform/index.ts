export * from "./common";
export * from "./existingNodes";
export * from "./kubernetes";
export * from "./kvCache";
export * from "./platform";
export * from "./secrets";
export * from "./storage";
