import type { Explanations, Problem } from "../plan";
import type { TransferArgs } from "./args";

/** What a router needs to connect to decode. */
const connect = 3;
/** What is left for work between two answers, at the least. */
const leastUse = 5;

/** How much of a lease decode needs for itself: the connection, reading the request, and its first sign of life, a sixth of the lease later. */
const marginOf = (lease: number) => connect + Math.ceil(lease / 6) + 2;

/** The lease, and how much before its end an answer of prefill is too old. */
export function planLease(
  { leaseSeconds: given }: TransferArgs,
  why: Explanations,
  problems: Problem[],
): { leaseSeconds: number; leaseMarginSeconds: number } {
  const leaseSeconds = why.because(
    "transfer.leaseSeconds",
    given ?? 30,
    given === undefined ? "the engine's own; decode renews it while it works" : "as given",
    "transfer.leaseSeconds",
  );
  const margin = marginOf(leaseSeconds);
  if (leaseSeconds - margin < leastUse) {
    let least = leaseSeconds;
    while (least - marginOf(least) < leastUse) least += 1;
    problems.push({
      path: "transfer.leaseSeconds",
      value: leaseSeconds,
      message: `${leaseSeconds} s leave the router no time: decode needs ${margin} s to take a request and renew the lease, and an answer that is older gives wrong text. Use ${least} or more.`,
    });
  }
  return {
    leaseSeconds,
    leaseMarginSeconds: why.because(
      "transfer.leaseMarginSeconds",
      margin,
      `${connect} s to connect, 2 s to read the request, and ${Math.ceil(leaseSeconds / 6)} s until decode first renews the lease`,
      "transfer.leaseSeconds",
    ),
  };
}
