import { isBuiltin } from "node:module";
import { expect, it } from "vitest";
import { bundleStandIn } from "./bundle";

it("the bundle is one small file that needs nothing but Node", async () => {
  const text = await bundleStandIn();
  const needs = [...text.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name ?? "");
  expect(needs.length).toBeGreaterThan(3);
  expect(needs.filter((name) => !isBuiltin(name))).toEqual([]);
  expect(text.length).toBeLessThan(500_000);
});
