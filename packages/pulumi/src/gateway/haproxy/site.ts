/** What the place where HAProxy runs adds to the plan. Numbers come from the plan; names and files come from here. */
export interface HaproxySite {
  /** Where the engines are. */
  engines: EngineDiscovery;
  /** Whether what is behind are routers, whose reasons for refusing are for clients and the log. @default false: engines */
  routers?: boolean;
  /** The engines' health path; anything but 200 takes an engine out: "/health". */
  healthPath: string;
  /** File of clients: lines `UPPERHEXSHA256 clientName`, several lines per client while a key is rotated. */
  clientsMapFile: string;
  /** Environment variable with the key that engines ask for; HAProxy does not start without it. */
  engineKeyVariable: string;
  /** PEM file of the certificate, its key in the same file or beside it (`tls.crt` and `tls.key`). Needed with, and only with, `tls` in the plan. */
  certificateFile?: string;
  /** Address that all ports bind to. @default every IPv4 address */
  bindAddress?: string;
  /** Who answers `dns` discovery: the pod's own resolv.conf, or one `address:port`. */
  resolvers: "resolv.conf" | { nameserver: string };
}

/** - `dns`: SRV records with a target for each ready engine, looked up again every second; one for each port of a pod.
 *  - `static`: `address:port` of each engine. */
export type EngineDiscovery = { kind: "dns"; records: string[] } | { kind: "static"; addresses: string[] };
