import { describe, expect, it } from "vitest";
import { metric, series } from "../../../../packages/topology/src/engine/metrics";
import { newSequence } from "../engine/sequence";
import { HttpMetrics } from "./httpMetrics";
import { Distribution, Registry, Value } from "./registry";
import { SchedulerMetrics } from "./schedulerMetrics";

const listener = { token() {}, finished() {}, failed() {} };

describe("the stand-in's metrics", () => {
  const registry = new Registry();
  const scheduler = new SchedulerMetrics(registry, "m", 4096);
  new HttpMetrics(registry).answered("/v1/models", "GET", 200, { in: 0, out: 9 }, 0.2);
  const atStart = registry.text();
  const sequence = newSequence({
    promptTokens: 3,
    maxTokens: 1,
    choice: 0,
    kv: 1,
    remote: undefined,
    listener,
    choices: 1,
  });
  scheduler.firstToken(sequence);
  scheduler.finished(sequence, "length");
  const samples = atStart.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

  it("have names and labels of the engine's table", () => {
    expect(samples.length).toBeGreaterThan(200);
    for (const sample of samples) {
      const [, name = "", labels = ""] = /^([\w:]+)(?:\{(.*)\})? /.exec(sample) ?? [];
      const names = [...labels.matchAll(/(\w+)="/g)].map(([, label]) => label).filter((label) => label !== "le");
      expect(names, sample).toEqual([...metric(series(name)).labels].sort());
    }
  });

  it("are all there before the first request", () => {
    const lines = (text: string) => text.split("\n").map((line) => line.replace(/ \S+$/, ""));
    expect(lines(registry.text())).toEqual(lines(atStart));
  });
});

describe("the text format", () => {
  it("sums buckets up, and writes whole numbers as Python does", () => {
    const histogram = new Distribution("h", [1, 2.5]);
    for (const value of [0.5, 1, 2, 9]) histogram.observe({ b: "x", a: "y" }, value);
    expect(histogram.lines()).toEqual([
      'h_bucket{a="y",b="x",le="1.0"} 2.0',
      'h_bucket{a="y",b="x",le="2.5"} 3.0',
      'h_bucket{a="y",b="x",le="+Inf"} 4.0',
      'h_count{a="y",b="x"} 4.0',
      'h_sum{a="y",b="x"} 12.5',
    ]);
  });

  it("escapes what would end a label", () => {
    const gauge = new Value("g", "gauge");
    gauge.set({ name: 'a"b\\c\nd' }, 1);
    expect(gauge.lines()).toEqual(['g{name="a\\"b\\\\c\\nd"} 1.0']);
  });
});
