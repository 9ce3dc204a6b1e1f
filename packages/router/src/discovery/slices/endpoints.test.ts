import { describe, expect, it } from "vitest";
import { type EndpointSlice, enginesOf } from "./endpoints";

const labels = { roleLabel: "role", compatibilityLabel: "hash" };
const slice = (endpoints: EndpointSlice["endpoints"], more: Partial<EndpointSlice> = {}): EndpointSlice => ({
  metadata: { name: "s", labels: { role: "prefill", hash: "abc" } },
  addressType: "IPv4",
  ports: [{ name: "http", port: 2242, protocol: "TCP" }],
  endpoints,
  ...more,
});
const one = (conditions: object, uid = "u1") => ({ addresses: ["10.0.0.1"], conditions, targetRef: { uid } });
const serving = (...slices: EndpointSlice[]) => enginesOf(slices, labels).map((engine) => engine.serving);

describe("engines of EndpointSlices", () => {
  it("have role, address and compatibility", () =>
    expect(enginesOf([slice([one({ serving: true })])], labels)).toEqual([
      {
        key: "u1 10.0.0.1 2242 prefill abc",
        role: "prefill",
        host: "10.0.0.1",
        port: 2242,
        compatibility: "abc",
        serving: true,
      },
    ]));

  it.each([
    [{ ready: true, serving: true, terminating: false }, true],
    [{ ready: true, serving: false, terminating: false }, false],
    [{ ready: true, serving: true, terminating: true }, false],
    [{ ready: false }, false],
    [{ ready: true }, true],
    [{}, true],
  ])("serve by %j: %s", (conditions, expected) => expect(serving(slice([one(conditions)]))).toEqual([expected]));

  it("leave with their address", () => {
    expect(serving(slice([{ addresses: [], targetRef: { uid: "u1" } }]))).toEqual([]);
    expect(serving(slice(null), slice([]))).toEqual([]);
  });

  it("in two slices are one, and what is said against it counts", () => {
    const [live, dying] = [slice([one({ serving: true })]), slice([one({ serving: true, terminating: true })])];
    expect(serving(live, dying)).toEqual([false]);
    expect(serving(dying, live)).toEqual([false]);
    expect(serving(live, live)).toEqual([true]);
  });

  it("at one address, of two pods, are two", () =>
    expect(serving(slice([one({ serving: true }, "old"), one({ serving: false }, "new")]))).toEqual([true, false]));

  it("need a role and a port that is certain", () => {
    const endpoints = [one({ serving: true })];
    expect(serving(slice(endpoints, { metadata: { name: "s", labels: { role: "gateway" } } }))).toEqual([]);
    expect(serving(slice(endpoints, { ports: null }))).toEqual([]);
    expect(
      serving(
        slice(endpoints, {
          ports: [
            { name: "a", port: 1 },
            { name: "b", port: 2 },
          ],
        }),
      ),
    ).toEqual([]);
    expect(serving(slice(endpoints, { addressType: "FQDN" }))).toEqual([]);
    expect(
      serving(
        slice(endpoints, {
          ports: [
            { name: "a", port: 1 },
            { name: "http", port: 2 },
          ],
        }),
      ),
    ).toEqual([true]);
  });
});
