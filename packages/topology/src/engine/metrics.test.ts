import { describe, expect, it } from "vitest";
import { metric, metricNames, series } from "./metrics";

describe("metric", () => {
  it("finds a metric by its name and by a series of it", () => {
    expect(metric("aphrodite:num_requests_waiting")).toMatchObject({ type: "gauge", labels: ["model_name", "engine"] });
    expect(metric("aphrodite:time_to_first_token_seconds_bucket").name).toBe("aphrodite:time_to_first_token_seconds");
  });

  it("throws for an unknown name, with the nearest right one", () => {
    expect(() => metric("aphrodite:num_request_waiting")).toThrow(
      '"aphrodite:num_request_waiting" is not a metric of aphrodite 0.24.1. Did you mean "aphrodite:num_requests_waiting"?',
    );
    expect(() => metric("num_requests_running")).toThrow('Did you mean "aphrodite:num_requests_running"?');
  });

  it("throws without a guess when nothing is near", () => {
    expect(() => metric("up")).toThrow(/^"up" is not a metric of aphrodite 0\.24\.1\.$/);
  });
});

describe("series", () => {
  it("gives back what the engine exposes", () => {
    expect(series("aphrodite:nixl_num_failed_transfers_total")).toBe("aphrodite:nixl_num_failed_transfers_total");
    expect(series("aphrodite:e2e_request_latency_seconds_bucket")).toBe("aphrodite:e2e_request_latency_seconds_bucket");
  });

  it("knows a summary by its two series", () => {
    expect(series("http_request_size_bytes_count")).toBe("http_request_size_bytes_count");
    expect(() => series("http_request_size_bytes")).toThrow(/is a summary/);
  });

  it("refuses a histogram's bare name, which no query would find", () => {
    expect(() => series("aphrodite:e2e_request_latency_seconds")).toThrow(/is a histogram.*_bucket/);
    expect(() => series("aphrodite:nixl_num_failed_transfers")).toThrow(
      /Did you mean "aphrodite:nixl_num_failed_transfers_total"/,
    );
  });
});

it("lists every metric once, sorted", () => {
  expect(metricNames()).toEqual([...new Set(metricNames())].sort());
  expect(metricNames().length).toBe(106);
});
