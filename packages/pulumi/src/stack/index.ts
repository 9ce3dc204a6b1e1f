/** A stack whose configuration is the topology, for those who write no TypeScript. */
export * from "./deploy";
