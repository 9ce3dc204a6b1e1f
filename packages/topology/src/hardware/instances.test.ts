import { describe, expect, it } from "vitest";
import { findInstance, instancesWithGpus, instanceTypes, nearInstances, priceOf } from "./instances";

it("finds an instance type by its exact name", () => {
  expect(findInstance("p5.48xlarge")).toMatchObject({
    gpuName: "H100",
    gpuCount: 8,
    gpuMemoryMiB: 81920,
    efaInterfaces: 32,
    nvlink: true,
  });
  expect(findInstance("g6.2xlarge")).toMatchObject({
    gpuName: "L4",
    gpuCount: 1,
    gpuMemoryMiB: 22888,
    memoryGiB: 32,
    arch: "x86_64",
  });
  expect(findInstance("m5.large")).toBeUndefined();
});

it("counts a slice of a GPU as one GPU, with the memory of the slice", () => {
  expect(findInstance("g6f.xlarge")).toMatchObject({ gpuCount: 1, gpuPartition: 0.125, gpuMemoryMiB: 2861 });
});

it.each([
  ["p5.48xl", "p5.48xlarge"],
  ["g6.2xlage", "g6.2xlarge"],
  ["P5.48XLARGE", "p5.48xlarge"],
  ["p5-48xlarge", "p5.48xlarge"],
])("%s was meant for %s", (name, type) => {
  expect(nearInstances(name)[0]).toBe(type);
});

it("has no guess for what is no instance type", () => {
  expect(nearInstances("standard_nd96")).toEqual([]);
});

describe("instancesWithGpus", () => {
  it.each([1, 2, 4, 8])(
    "sorts those with %i GPUs by price, and offers none that is retired, sliced or of another architecture",
    (count) => {
      const found = instancesWithGpus(count);
      expect(found.length).toBeGreaterThan(0);
      const prices = found.map((i) => i.onDemandUsdPerHourUsEast1 ?? Number.POSITIVE_INFINITY);
      for (const [n, price] of prices.entries()) expect(price).toBeGreaterThanOrEqual(prices[n - 1] ?? 0);
      for (const i of found) {
        expect(i).toMatchObject({ gpuCount: count, gpuPartition: 1, arch: "x86_64", retired: false });
      }
    },
  );

  it("finds the others when asked, and nothing for a count that no type has", () => {
    expect(instancesWithGpus(2, "arm64").map((i) => i.type)).toEqual(["g5g.16xlarge", "g5g.metal"]);
    expect(instancesWithGpus(3)).toEqual([]);
  });
});

it("knows prices with their day and region", () => {
  expect(priceOf("g6.2xlarge")).toEqual({ usdPerHour: 0.9776, date: "2026-07-20", region: "us-east-1" });
  expect(priceOf("p5e.48xlarge")).toBeNull();
  expect(priceOf("nothing")).toBeNull();
});

describe.each(instanceTypes().map((t) => [t]))("%s", (type) => {
  const instance = findInstance(type);

  it("has GPUs, memory and driver images", () => {
    expect(instance?.gpuCount).toBeGreaterThan(0);
    expect(instance?.gpuMemoryMiB).toBeGreaterThan(1024);
    expect(instance?.memoryGiB).toBeGreaterThan(0);
    expect(instance?.eksAmiTypes.length).toBeGreaterThan(0);
  });

  it("has a layout that uses each of its adapters once", () => {
    const layout = instance?.efaInterfaceLayout ?? [];
    const adapters = layout.filter((i) => i.interfaceType.startsWith("efa"));
    if (layout.length > 0) expect(adapters).toHaveLength(instance?.efaInterfaces ?? 0);
    else expect(instance?.efaInterfaces ?? 0).toBe(0);
    expect(new Set(layout.map((i) => `${i.networkCardIndex}/${i.deviceIndex}`)).size).toBe(layout.length);
    expect(adapters.every((i) => instance?.efaNetworkCardIndexes?.includes(i.networkCardIndex))).toBe(true);
  });
});
