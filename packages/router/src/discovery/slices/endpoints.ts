import type { EngineAddress, Role } from "../../engines/engine";

/** What is read of an EndpointSlice (discovery.k8s.io/v1). */
export interface EndpointSlice {
  metadata: { name: string; labels?: Record<string, string>; resourceVersion?: string };
  addressType?: string;
  ports?: { name?: string; port?: number; protocol?: string }[] | null;
  endpoints?: Endpoint[] | null;
}

interface Endpoint {
  addresses?: string[] | null;
  conditions?: { ready?: boolean | null; serving?: boolean | null; terminating?: boolean | null };
  targetRef?: { uid?: string; name?: string };
}

/** Labels that say what an endpoint is. */
export interface SliceLabels {
  roleLabel: string;
  compatibilityLabel: string;
}

/**
 * The engines of all slices. An endpoint may be in two slices for a moment, while it moves: whatever one of them says against it counts.
 * The Services publish pods that are not ready too, so `ready` is always true of those; `serving` is what the readiness probe says.
 */
export function enginesOf(slices: Iterable<EndpointSlice>, labels: SliceLabels): EngineAddress[] {
  const engines = new Map<string, EngineAddress>();
  for (const slice of slices) {
    const role = slice.metadata.labels?.[labels.roleLabel];
    if ((role !== "prefill" && role !== "decode") || slice.addressType === "FQDN") continue;
    const compatibility = slice.metadata.labels?.[labels.compatibilityLabel] ?? "";
    const port = portOf(slice);
    if (port === undefined) continue;
    for (const endpoint of slice.endpoints ?? []) {
      const engine = engineOf(endpoint, role, port, compatibility);
      const known = engine && engines.get(engine.key);
      if (known && !engine.serving) known.serving = false;
      else if (engine && !known) engines.set(engine.key, engine);
    }
  }
  return [...engines.values()];
}

/** The port named http, or the only one. */
function portOf({ ports }: EndpointSlice): number | undefined {
  const tcp = (ports ?? []).filter(({ protocol = "TCP", port }) => protocol === "TCP" && port);
  return (tcp.find(({ name }) => name === "http") ?? (tcp.length === 1 ? tcp[0] : undefined))?.port;
}

function engineOf(endpoint: Endpoint, role: Role, port: number, compatibility: string): EngineAddress | undefined {
  // an evicted pod keeps its entry for a while, without an address
  const host = endpoint.addresses?.[0];
  if (!host) return undefined;
  const { ready, serving, terminating } = endpoint.conditions ?? {};
  return {
    // an address is given to another pod some day
    key: `${endpoint.targetRef?.uid ?? endpoint.targetRef?.name ?? ""} ${host} ${port} ${role} ${compatibility}`,
    role,
    host,
    port,
    compatibility,
    serving: (serving ?? ready ?? true) && !terminating,
  };
}
