export * from "./enginePool";
export type { EngineOverrides } from "./pod";
export * from "./scripts";
