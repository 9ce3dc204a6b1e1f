import { expect, it } from "vitest";
import { metric } from "../engine/metrics";
import { scalingSignals } from "./signals";

const signals = scalingSignals("qwen3");

it("prefill and decode are scaled by different measures, each of its own role", () => {
  const names = Object.fromEntries(Object.entries(signals).map(([role, list]) => [role, list.map(({ name }) => name)]));
  expect(names).toEqual({
    prefill: ["queued-tokens", "prefill-latency", "time-to-first-token"],
    decode: ["running-sequences", "inter-token-latency", "queued-requests"],
  });
  for (const [role, list] of Object.entries(signals)) {
    for (const { query } of list) {
      const selectors = query.match(/\{[^}]*\}/g) ?? [];
      expect(selectors.length).toBeGreaterThan(0);
      for (const selector of selectors) {
        expect(selector).toBe(`{app_kubernetes_io_instance="qwen3",app_kubernetes_io_component="${role}"}`);
      }
    }
  }
});

it("every series is one that engines have without further options, unless a connector brings it", () => {
  const used = Object.values(signals).flatMap((list) =>
    list.flatMap(({ query }) => query.match(/aphrodite:\w+/g) ?? []),
  );
  expect(used.length).toBeGreaterThan(6);
  for (const name of used) expect(metric(name).condition).toBeUndefined();
});
