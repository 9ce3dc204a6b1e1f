import type { RouterPlan, TransferPlan } from "@sonar-iac/topology";
import { count } from "../text/units";
import type { Branch } from "./tree";

const movers = { pull: "decode pulls KV caches from prefill", push: "prefill pushes KV caches to decode" };
const failures = {
  fail: "a request whose blocks do not arrive fails",
  recompute: "decode computes again what does not arrive",
};

/** How KV caches go from prefill to decode. */
export function transferBranch({ connector, mode, backends, leaseSeconds, loadFailure }: TransferPlan): Branch {
  const text = `${movers[mode]} over ${backends.join(", ")}, with a lease of ${leaseSeconds} s; ${failures[loadFailure]}`;
  return { label: "transfer", kind: connector, count: "", lines: [{ text, long: "wrap" }] };
}

const names: Record<RouterPlan["kind"], string> = {
  sonar: "the library's own",
  "vllm-router": "vllm-router",
  development: "the development proxy, without any KV transfer: for tests only",
};

/** What pairs prefill with decode, and how much each pod of it takes on. */
export function routerBranch({ kind, replicas, admission }: RouterPlan, workload: string): Branch {
  const each = replicas > 1 ? "each pod runs " : "runs ";
  const limits = `${each}${admission.running} requests at once, ${admission.queue} wait up to ${admission.queueSeconds} s`;
  // only the library's own is told of limits
  const text = kind === "sonar" ? `${names[kind]}; ${limits}` : names[kind];
  return { label: "router", kind: workload, count: count(replicas, "pod"), lines: [{ text, long: "wrap" }] };
}
