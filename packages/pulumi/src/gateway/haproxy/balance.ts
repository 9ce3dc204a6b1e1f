import type { Balance } from "@sonar-iac/topology";
import { note } from "./text";

/**
 * How an engine is chosen. Affinity is consistent hashing with a bound: an engine that has more than `maxImbalance` times the mean of running requests
 * is passed over for the next one on the ring. A request without the header, or without a body, gets a random place on the ring, which spreads such
 * requests evenly and under the same bound.
 */
export function balanceLines(balance: Balance): string[] {
  if (balance.policy === "least-requests") return ["balance leastconn"];
  const key =
    balance.policy === "session-affinity"
      ? `http-request set-var(txn.affinity) req.fhdr(${balance.header}),xxh64 if { req.fhdr(${balance.header}) -m found }`
      : `http-request set-var(txn.affinity) req.body,bytes(0,${balance.prefixBytes}),xxh64 if { req.body_len gt 0 }`;
  return [
    note(`${balance.policy}, at most ${balance.maxImbalance} times the mean`),
    key,
    "http-request set-var(txn.affinity) uuid,xxh64 unless { var(txn.affinity) -m found }",
    "balance hash var(txn.affinity)",
    "hash-type consistent sdbm avalanche",
    // 100 would mean that no engine may have more than the mean, which HAProxy refuses
    `hash-balance-factor ${Math.max(101, Math.round(balance.maxImbalance * 100))}`,
  ];
}
