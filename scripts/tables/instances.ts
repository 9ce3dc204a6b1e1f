/** Rows of the table of GPU instances. */
import { type Row, sorted } from "./rows";

/** What the list's notes of doubt mean; any other is the name of a doubtful field. */
function doubts(notes: string[]): { uncertain: string[]; retired: boolean } {
  const uncertain = notes.flatMap((note) => {
    if (note.startsWith("vcpu/memory ")) return ["vcpu", "memoryGiB"];
    return /^\w+$/.test(note) ? [note === "gpuMemoryGiB" ? "gpuMemoryMiB" : note] : [];
  });
  return { uncertain, retired: notes.some((n) => n.includes("treat as retired")) };
}

const instanceFields = [
  "type",
  "family",
  "gpuName",
  "gpuCount",
  "gpuPartition",
  "gpuMemoryMiB",
  "arch",
  "vcpu",
  "memoryGiB",
  "nvlink",
  "gpuDirectRdma",
  "networkGbps",
  "networkBurst",
  "networkCards",
  "maxNetworkInterfaces",
  "card0MaxInterfaces",
  "efaInterfaces",
  "efaNetworkCardIndexes",
  "efaInterfaceLayout",
  "localNvme",
  "ebsMaxThroughputMBps",
  "eksAmiTypes",
  "capacityBlocks",
  "bareMetal",
  "onDemandUsdPerHourUsEast1",
  "priceDate",
];

interface Interface {
  networkCardIndex: number;
  deviceIndex: number;
  interfaceType: string;
}

/** Layouts that the EC2 API does not tell, from those who launch the type: aws-parallelcluster, pull request 6930, for 17 cards of which
 *  those with an odd index take one interface and only EFA's. */
const layouts: Record<string, { networkCards: number; efaInterfaceLayout: Interface[] }> = {
  "p6e-gb200.36xlarge": {
    networkCards: 17,
    efaInterfaceLayout: Array.from({ length: 17 }, (_, card) => ({
      networkCardIndex: card,
      deviceIndex: card === 0 || card % 2 === 1 ? 0 : 1,
      interfaceType: card % 2 === 1 ? "efa-only" : "efa",
    })),
  },
};

/** The layout of a type that the list leaves out, as an uncertain one. */
function withLayout(row: Row & { uncertain: string[] }): Row {
  const layout = row.efaInterfaceLayout === null && row.efaInterfaces === null ? layouts[String(row.type)] : undefined;
  if (!layout) return row;
  const adapters = layout.efaInterfaceLayout.filter(({ interfaceType }) => interfaceType !== "interface");
  const efaNetworkCardIndexes = adapters.map(({ networkCardIndex }) => networkCardIndex);
  return {
    ...row,
    ...layout,
    efaInterfaces: adapters.length,
    efaNetworkCardIndexes,
    uncertain: [...row.uncertain, "efaInterfaceLayout"],
  };
}

/** Instance rows keep every field, null for unknown: a launch template must not take unknown for none. */
export function instances(source: Row[]): Row[] {
  const rows = source.map((i) => {
    const row = {
      ...Object.fromEntries(instanceFields.map((f) => [f, i[f] ?? null])),
      // What a node offers to pods: a slice of a GPU counts as one.
      gpuCount: i.logicalGpuCount,
      gpuMemoryMiB: i.gpuMemoryMiB ?? Math.round(Number(i.gpuMemoryGiB) * 1024),
      ...doubts(i.uncertain as string[]),
    };
    return withLayout(row);
  });
  return sorted(rows, "type");
}
