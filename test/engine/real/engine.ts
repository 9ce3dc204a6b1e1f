/** Sonar itself, on a CPU with a tiny model, and its stand-in: how tests get a running engine. */
export type { Exit } from "../process/group";
export { type Engine, type EngineKind, type EngineStart, launchEngine, runEngine, startEngine } from "../start";
export { type RealEngine, realEngine } from "./available";
