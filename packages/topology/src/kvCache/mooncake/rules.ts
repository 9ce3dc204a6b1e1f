import { httpPort } from "../../engine/paths";
import type { Problem } from "../../plan";
import type { MooncakeSpec } from "./args";
import { dataPorts, masterPorts, pieceMiB, ssdBucketMiB, ssdUsable } from "./settings";

/** What of the store's arguments cannot stand together. */
export function mooncakeProblems(spec: MooncakeSpec): Problem[] {
  const { mode = "standalone", memoryGiB, nodes, ssdGiB, protocol = "tcp", devices, rdmaDevices } = spec;
  const problems: Problem[] = [];
  for (const [field, gib, least] of [
    ["memoryGiB", memoryGiB, pieceMiB],
    ["ssdGiB", ssdGiB, Math.ceil((2 * ssdBucketMiB) / ssdUsable)],
  ] as const) {
    if (gib === undefined || gib * 1024 >= least) continue;
    const message = `holds nothing: Mooncake needs ${least} MiB at the least. Give GiB, for example 64.`;
    problems.push({ path: `backend.${field}`, value: gib, message });
  }
  if (mode === "embedded") {
    for (const [field, value] of Object.entries({ nodes, ssdGiB, rdmaDevices })) {
      if (value === undefined) continue;
      problems.push({
        path: `backend.${field}`,
        ...(typeof value === "number" && { value }),
        message: `is for store nodes, and with mode "embedded" the engines lend the memory. Either mode: "standalone", or leave it out.`,
      });
    }
  }
  if (protocol === "tcp") {
    for (const [field, value] of Object.entries({ devices, rdmaDevices })) {
      if (value === undefined) continue;
      problems.push({
        path: `backend.${field}`,
        message: `has no effect with protocol "tcp". Either protocol: "rdma", or leave it out.`,
      });
    }
  }
  if (protocol === "rdma" && mode === "standalone" && Object.keys(rdmaDevices ?? {}).length === 0) {
    problems.push({
      path: "backend.protocol",
      value: protocol,
      message: `needs adapters in the store nodes' pods, which get none. Either backend.rdmaDevices, such as { "rdma/hca": 1 }, or protocol: "tcp".`,
    });
  }
  return [...problems, ...portProblems(spec)];
}

function portProblems({ ports = {} }: MooncakeSpec): Problem[] {
  const problems: Problem[] = [];
  const taken = new Map<number, string>();
  for (const [name, value] of Object.entries({ ...masterPorts, ...ports })) {
    const other = taken.get(value);
    taken.set(value, name);
    const path = `backend.ports.${name}`;
    if (other !== undefined) {
      problems.push({ path, value, message: `${value} is the port of ${other} already. Use another for one of them.` });
    }
    const range = dataPorts.find(({ first, last }) => first <= value && value <= last);
    if (range) {
      problems.push({
        path,
        value,
        message: `${value} is within ${range.first} to ${range.last}, from which Mooncake takes ports for data. Use one outside.`,
      });
    }
    if (value === httpPort) {
      problems.push({
        path,
        value,
        message: `${value} is the port of the engines' API, by which policies and probes know engines. Use another.`,
      });
    }
  }
  return problems;
}

/** What works, but may not be meant. */
export function mooncakeWarnings(spec: MooncakeSpec): Problem[] {
  const { mode = "standalone", nodes = 1, protocol } = spec;
  const warnings = ssdWarnings(spec);
  if (mode === "embedded") {
    warnings.push({
      path: "backend.mode",
      value: mode,
      message:
        'the entries in an engine\'s memory go with it: an update of the engines empties the cache, one after the other. Use mode: "standalone" to keep them.',
    });
  } else if (nodes === 1) {
    warnings.push({
      path: "backend.nodes",
      value: nodes,
      message:
        "with one store node its end, or an update of it, empties the cache; engines compute again what they do not find. Use 2 or more to keep the others' entries.",
    });
  }
  if (protocol === "rdma") {
    warnings.push({
      path: "backend.protocol",
      value: protocol,
      message:
        "RDMA needs an image with Mooncake built for the adapters, which was not tried here. Measure it against TCP on your network.",
    });
  }
  return warnings;
}

/** What the second tier does not do. */
function ssdWarnings({ memoryGiB, ssdGiB }: MooncakeSpec): Problem[] {
  if (ssdGiB === undefined) return [];
  const path = "backend.ssdGiB";
  if (ssdGiB * ssdUsable <= memoryGiB) {
    return [
      {
        path,
        value: ssdGiB,
        message: `all entries are written to the second tier, which may fill ${ssdUsable * 100} % of its claim: with ${ssdGiB} GiB beside ${memoryGiB} GiB of memory it holds no more than memory does. Use a larger one, or leave it out.`,
      },
    ];
  }
  return [
    {
      path,
      value: ssdGiB,
      message: `entries reach the second tier in buckets of ${ssdBucketMiB} MiB or 500 entries. What waits in one that is not full is in memory only, and is lost when memory makes room or the store node ends; so is an entry that is larger.`,
    },
  ];
}
