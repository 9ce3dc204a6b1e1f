import { z } from "zod";
import { list, map, number, object, oneOf, text, wholeNumber } from "../../check";

/** Mooncake's store: entries in memory of store nodes or of engines. Several replicas share them. */
export interface MooncakeSpec {
  kind: "mooncake";
  /**
   * Whose memory it is:
   * - `standalone`: pods of the cache own it, so that entries survive engines
   * - `embedded`: each engine lends some, and its entries go with it
   *
   * @default "standalone"
   */
  mode?: "standalone" | "embedded";
  /** Memory for entries in GiB: of each store node, or what each engine pod lends, which is added to its own. */
  memoryGiB: number;
  /** Store nodes; standalone only. The loss of one loses its entries. @default 1 */
  nodes?: number;
  /** Second tier of each store node on a claim of its own, in GiB, of which 90 % are filled; all entries are written to it, so that only one larger than memory is of use; standalone only. Another size makes all store nodes anew, and empty. @default none */
  ssdGiB?: number;
  /** How blocks travel; `rdma` needs adapters in engines' and store nodes' pods. @default "tcp" */
  protocol?: "tcp" | "rdma";
  /** Names of RDMA devices, such as `["mlx5_0"]`; with `rdma` only. @default Mooncake chooses */
  devices?: string[];
  /** Adapters of each store node's pod by their extended resource, such as `{ "rdma/hca": 1 }`; standalone with `rdma` only. @default none, which is refused there */
  rdmaDevices?: Record<string, number>;
  /** Ports of the master. @default { rpc: 50051, metadata: 8080, metrics: 9003 } */
  ports?: { rpc?: number; metadata?: number; metrics?: number };
  /** Buffer of each rank of an engine in MiB, added to its pod's memory. @default 512 */
  localBufferMiB?: number;
  /** How long an engine waits for the master, in seconds. For blocks from a store node that is silent Mooncake waits 60, which nothing sets. @default { connect: 1, lookup: 2 } */
  timeouts?: {
    /** For the connection. */
    connect?: number;
    /** For an answer: where entries are, and room for new ones. */
    lookup?: number;
  };
}

const port = wholeNumber({ min: 1024, max: 65_535, hint: "Give a free port, or leave it out." }).optional();
const seconds = wholeNumber({ min: 1, max: 600, hint: "Give seconds, or leave it out." }).optional();

export const mooncakeSchema = object({
  kind: z.literal("mooncake"),
  mode: oneOf(["standalone", "embedded"]).optional(),
  memoryGiB: number({ min: 0, hint: "Give GiB, for example 64." }),
  nodes: wholeNumber({ min: 1, max: 1000, hint: "Give the pods that hold entries." }).optional(),
  ssdGiB: number({ min: 0, hint: "Give GiB, for example 500, or leave it out." }).optional(),
  protocol: oneOf(["tcp", "rdma"]).optional(),
  devices: list(text('Name a device, for example "mlx5_0".')).optional(),
  rdmaDevices: map(
    wholeNumber({ min: 1, max: 1024, hint: "Give the adapters of one pod." }),
    'Give adapters of one pod by their resource, for example { "rdma/hca": 1 }.',
  ).optional(),
  ports: object({ rpc: port, metadata: port, metrics: port }).optional(),
  localBufferMiB: wholeNumber({ min: 16, max: 65_536, hint: "Give MiB, for example 512." }).optional(),
  timeouts: object({ connect: seconds, lookup: seconds }).optional(),
});
