/** How KV caches go from prefill to decode. */
export interface TransferPlan {
  /** The engine's name of the connector. */
  connector: "NixlConnector" | "NixlPushConnector";
  /** Who moves blocks: decode pulls them, or prefill pushes them. */
  mode: "pull" | "push";
  /** First port of the side channel in every pod; data-parallel rank r uses the port r above. */
  sideChannelPort: number;
  /** Ports that are reserved from the first on. */
  sideChannelPorts: number;
  /** How long prefill keeps blocks that nobody has asked for. */
  leaseSeconds: number;
  /** An answer of prefill older than the lease less this is not given to decode. */
  leaseMarginSeconds: number;
  /** NIXL's transports. */
  backends: string[];
  /** What decode does with blocks that did not arrive. */
  loadFailure: "fail" | "recompute";
  compatibility: CompatibilityPlan;
}

/** What two engines must have in common to exchange KV caches. */
export interface CompatibilityPlan {
  /** Every field that counts, in words; the engine's image is added where it is known, by the components. */
  fields: Record<string, string>;
}
