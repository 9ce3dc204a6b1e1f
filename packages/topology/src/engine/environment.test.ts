import { expect, it } from "vitest";
import { findVariable, inCompileCacheKey, variableNames } from "./environment";

it("finds variables by exact name only", () => {
  expect(findVariable("APHRODITE_ENGINE_READY_TIMEOUT_S")).toMatchObject({ type: "int", default: 600 });
  expect(findVariable("aphrodite_engine_ready_timeout_s")).toBeUndefined();
  expect(findVariable("constructor")).toBeUndefined();
});

it.each(["APHRODITE_NIXL_SIDE_CHANNEL_PORT", "APHRODITE_ENGINE_READY_TIMEOUT_S", "APHRODITE_USE_RUST_FRONTEND"])(
  "%s is part of the compile cache's key",
  (name) => {
    expect(inCompileCacheKey(name)).toBe(true);
  },
);

it.each([
  "APHRODITE_HOST_IP",
  "APHRODITE_API_KEY",
  "APHRODITE_CACHE_ROOT",
  "APHRODITE_NIXL_SIDE_CHANNEL_HOST",
  "HF_HOME",
])("%s is not", (name) => {
  expect(inCompileCacheKey(name)).toBe(false);
});

it("lists every variable once, sorted", () => {
  const names = variableNames();
  expect(names).toHaveLength(323);
  expect(names).toEqual([...new Set(names)].sort());
});
