export * from "./replicated";
