export * from "./devicePlugins";
