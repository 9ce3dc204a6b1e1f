import { hasOneApi } from "../engine/parallel";
import { httpPort } from "../engine/paths";
import { dataParallelRpcPort, dataParallelSupervisorPort, groupSupervisorPort, masterPort } from "../engine/ports";
import type { GroupNetwork } from "../network";
import type { Layout, ParallelismArgs } from "../parallelism";
import type { Explanations, GroupApi, GroupPlan, Problem, Timings } from "../plan";
import { planGroupTimes } from "../timing";

export interface GroupInput {
  role: string;
  parallelism: ParallelismArgs;
  layout: Layout;
  network: GroupNetwork;
  startup: Timings["startup"];
}

/** Whether an engine is a group: of several pods, or of several servers that one of the engine's own supervisors watches. */
export const isGroup = ({ data }: ParallelismArgs, nodes: number) => nodes > 1 || data?.loadBalancing === "multi-port";

/** What holds the pods of one engine together. */
export function planGroup({ role, parallelism, layout, network, startup }: GroupInput, why: Explanations): GroupPlan {
  return {
    size: layout.nodes,
    layout: layoutName(layout),
    masterPort,
    supervisorPort: groupSupervisorPort,
    interface: network.interface,
    api: groupApi(role, parallelism, layout, why),
    times: planGroupTimes(startup, why, role),
  };
}

/** `t8p4n4`: sizes above 1 by their first letters, and nodes. */
function layoutName({ tensor, pipeline, prefillContext, data, nodes }: Layout): string {
  const sizes = { t: tensor, p: pipeline, c: prefillContext, d: data };
  const above1 = Object.entries(sizes).flatMap(([letter, size]) => (size > 1 ? [`${letter}${size}`] : []));
  return [...above1, `n${nodes}`].join("");
}

/** Ports of a group that cannot be bound twice. Each data parallel rank has a side channel, one port after the other. */
export function groupPortProblems(
  { data }: ParallelismArgs,
  { api, masterPort, supervisorPort }: GroupPlan,
  channel?: { sideChannelPort: number; sideChannelPorts: number },
): Problem[] {
  const taken = [masterPort, supervisorPort, api.readiness.port, ...api.ports];
  const { sideChannelPort: first = 0, sideChannelPorts: count = 0 } = channel ?? {};
  const last = first + count - 1;
  const channels = count > 1 ? `${first} to ${last}` : `${first}`;
  const inChannels = (port: number) => first <= port && port <= last;
  const all = [...new Set(taken), ...(count > 0 ? [channels] : [])].join(", ");
  const { rpcPort: given, size = 1 } = data ?? {};
  if (given !== undefined && (taken.includes(given) || inChannels(given))) {
    const message = `${given} is another port of the pods of an engine already. Use none of ${all}.`;
    return [{ path: "parallelism.data.rpcPort", value: given, message }];
  }
  const rpcPort = size > 1 ? [given ?? dataParallelRpcPort] : [];
  // the API's own port is told of where the transfer is planned
  const others = [...new Set([...taken, ...rpcPort])].filter((port) => port !== httpPort);
  const clash = others.find(inChannels);
  if (clash === undefined) return [];
  const ranks = count > 1 ? `, and ${count} data parallel ranks use the ports ${channels}` : "";
  return [
    {
      path: "transfer.sideChannelPort",
      value: first,
      message: `${clash} is another port of the pods of an engine already${ranks}. Use none of ${others.join(", ")}${count > 1 ? `, nor the ${count - 1} ports before each` : ""}.`,
    },
  ];
}

/** APIs of one engine, which the gateway chooses from. */
export function endpointsOf({ data }: ParallelismArgs, { nodes, dataRanksPerNode }: Layout): number {
  const mode = data?.loadBalancing;
  return hasOneApi(mode) ? 1 : nodes * (mode === "multi-port" ? dataRanksPerNode : 1);
}

/** Sequences that run at once behind one API: `--max-num-seqs` is of each data parallel rank. */
export const sequencesOf = (maxSequences: number | undefined, { data }: Layout, endpoints: number) =>
  data === 1 ? maxSequences : ((maxSequences ?? 64) * data) / endpoints;

function groupApi(role: string, { data }: ParallelismArgs, { dataRanksPerNode }: Layout, why: Explanations): GroupApi {
  const mode = data?.loadBalancing ?? "internal";
  const supervised = mode === "multi-port";
  return {
    pods: why.because(
      `pools.${role}.group.api.pods`,
      hasOneApi(mode) ? "leader" : "every-rank",
      hasOneApi(mode)
        ? "the first pod answers for all; the others run workers only"
        : `with "${mode}" each pod answers for its own data parallel ranks`,
      "parallelism.data.loadBalancing",
    ),
    ports: Array.from({ length: supervised ? dataRanksPerNode : 1 }, (_, i) => httpPort + i),
    readiness: supervised ? { port: dataParallelSupervisorPort, path: "/readyz" } : { port: httpPort, path: "/health" },
  };
}
