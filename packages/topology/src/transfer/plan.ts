import { httpPort } from "../engine/paths";
import type { ParallelismArgs } from "../parallelism";
import type { Explanations, Problem, TransferPlan } from "../plan";
import { defaultSideChannelPort, type KVLoadFailure, type TransferArgs } from "./args";
import { planLease } from "./lease";

export interface TransferInput {
  transfer: TransferArgs;
  loadFailure: KVLoadFailure | undefined;
  prefill: ParallelismArgs;
  /** Data parallel ranks of an engine, at most; each has a side channel of its own. */
  dataRanks: number;
  /** Whether both sides run on node groups with Elastic Fabric Adapters; null where nodes exist already. */
  efa: boolean | null;
}

/** The transfer, but for what both sides must have in common: that is read from their command lines. */
export function planTransfer(
  { transfer, loadFailure, prefill, dataRanks, efa }: TransferInput,
  why: Explanations,
  problems: Problem[],
  warnings: Problem[],
): Omit<TransferPlan, "compatibility"> {
  const stages = prefill.pipeline ?? 1;
  const mode = why.because(
    "transfer.mode",
    transfer.mode ?? (stages > 1 ? "push" : "pull"),
    transfer.mode !== undefined
      ? "as given"
      : stages > 1
        ? `prefill has ${stages} pipeline stages, of which decode could ask the first only`
        : "decode asks for blocks when it has room for them",
    "transfer.mode",
  );
  if (mode === "pull" && stages > 1) {
    problems.push({
      path: "transfer.mode",
      value: mode,
      message: `decode would pull from the first of prefill's ${stages} pipeline stages only. Use "push", or leave it out; or prefill.parallelism.pipeline: 1.`,
    });
  }
  const backends = transfer.backends ?? (efa ? ["LIBFABRIC"] : ["UCX"]);
  why.because(
    "transfer.backends",
    backends.join(", "),
    transfer.backends !== undefined
      ? "as given"
      : efa
        ? "the nodes of both sides have EFA, which UCX does not use"
        : "the engine's own",
    "transfer.backends",
  );
  if (transfer.backends?.length === 0) {
    problems.push({
      path: "transfer.backends",
      message: 'names no transport. Name at least one, for example ["UCX"], or leave it out.',
    });
  }
  if (efa === false && !backends.includes("LIBFABRIC")) {
    warnings.push({
      path: "transfer.backends",
      message:
        "not all nodes have EFA, so that KV caches go over TCP, and long prompts may take longer to move than to compute. Give the node groups of both sides efa: true.",
    });
  }
  return {
    connector: mode === "push" ? "NixlPushConnector" : "NixlConnector",
    mode,
    ...planSideChannel(transfer, dataRanks, why, problems),
    ...planLease(transfer, why, problems),
    backends,
    loadFailure: why.because(
      "transfer.loadFailure",
      loadFailure ?? "fail",
      loadFailure === undefined ? "no decode engine computes a prompt unexpectedly" : "as given",
      "kvLoadFailure",
    ),
  };
}

function planSideChannel(
  { sideChannelPort: given }: TransferArgs,
  ports: number,
  why: Explanations,
  problems: Problem[],
) {
  const sideChannelPort = why.because(
    "transfer.sideChannelPort",
    given ?? defaultSideChannelPort,
    given === undefined
      ? "the engine's own; one number for all pods, since it is part of the compile-cache key"
      : "as given",
    "transfer.sideChannelPort",
  );
  const last = sideChannelPort + ports - 1;
  if (sideChannelPort <= httpPort && httpPort <= last) {
    const ranks = ports > 1 ? `, and ${ports} data parallel ranks use the ports up to ${last}` : "";
    problems.push({
      path: "transfer.sideChannelPort",
      value: sideChannelPort,
      message: `${httpPort} is the port of the engine's API${ranks}. Use another; the engine's own is ${defaultSideChannelPort}.`,
    });
  }
  return { sideChannelPort, sideChannelPorts: ports };
}
