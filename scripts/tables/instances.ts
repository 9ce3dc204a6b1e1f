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

/** Instance rows keep every field, null for unknown: a launch template must not take unknown for none. */
export function instances(source: Row[]): Row[] {
  const rows = source.map((i) => ({
    ...Object.fromEntries(instanceFields.map((f) => [f, i[f] ?? null])),
    // What a node offers to pods: a slice of a GPU counts as one.
    gpuCount: i.logicalGpuCount,
    gpuMemoryMiB: i.gpuMemoryMiB ?? Math.round(Number(i.gpuMemoryGiB) * 1024),
    ...doubts(i.uncertain as string[]),
  }));
  return sorted(rows, "type");
}
