export { groupVersionKind } from "./answers";
export { heading } from "./complaints";
export { type Finding, finding } from "./finding";
export { type RecordOptions, record } from "./record";
export { Recording } from "./recording";
export type { AliasSpec, RecordedOptions, RecordedResource } from "./resource";
export { loadSdk, type Sdk } from "./sdk";
export * from "./wire";
