export * from "./compatibility";
export * from "./enginePool";
export * from "./group/scheduling";
export { groupScripts } from "./group/scripts";
export { type KVCacheAttachment, kvCacheLabel } from "./kvCache";
export type { EngineOverrides } from "./pod";
export * from "./role";
export * from "./rollout";
export * from "./scripts";
