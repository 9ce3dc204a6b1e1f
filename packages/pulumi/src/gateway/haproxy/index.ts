export { gatewayHealthPath } from "./frontend";
export { enginesName } from "./names";
export { printHaproxy } from "./print";
export { type RefusalReason, refusals } from "./refusals";
export type { EngineDiscovery, HaproxySite } from "./site";
