export * from "./apiKeys";
