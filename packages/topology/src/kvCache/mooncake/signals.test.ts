import { expect, it } from "vitest";
import { metric } from "../../engine/metrics";
import { mooncakeSignals } from "./signals";

it("a store that is gone shows in what engines save, load and wait for", () => {
  const signals = mooncakeSignals("qwen3");
  expect(signals.map(({ name, above }) => [name, above])).toEqual([
    ["blocks-not-saved", 0],
    ["blocks-not-loaded", 0],
    ["look-up-time", 1],
  ]);
  for (const { query } of signals) {
    const [name] = /aphrodite:\w+/.exec(query) ?? [];
    const { labels, condition } = metric(name ?? "");
    expect(labels).toContain("operation");
    expect(condition).toBe("MooncakeStoreConnector");
    expect(query).toContain('app_kubernetes_io_instance="qwen3"');
  }
});
