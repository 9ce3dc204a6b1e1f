import { describe, expect, it } from "vitest";
import { checkEnvironment, compileCacheKey } from "./environment";

describe("the environment of an engine", () => {
  it("refuses a port that Kubernetes put there, and one that is no number", () => {
    expect(() => checkEnvironment({ APHRODITE_PORT: "tcp://10.0.0.1:2242" }, false)).toThrow("enableServiceLinks");
    expect(() => checkEnvironment({ APHRODITE_PORT: "many" }, false)).toThrow("not a number");
    expect(checkEnvironment({ APHRODITE_PORT: "5000" }, true).warnings).toEqual([]);
  });

  it("warns of unknown variables, or fails where it is told to", () => {
    const env = { APHRODITE_SERVICE_HOST: "10.0.0.1", APHRODITE_API_KEY: "k", OTHER: "x" };
    expect(checkEnvironment(env, false).warnings).toEqual([
      "Unknown Aphrodite environment variable detected: APHRODITE_SERVICE_HOST",
    ]);
    expect(() => checkEnvironment(env, true)).toThrow("APHRODITE_SERVICE_HOST");
  });
});

describe("the compile cache's key", () => {
  const key = compileCacheKey({ PATH: "/bin" });

  it("depends on what the engine compiles for, in whatever order it stands", () => {
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    const ports = { APHRODITE_NIXL_SIDE_CHANNEL_PORT: "5600", APHRODITE_ENGINE_READY_TIMEOUT_S: "900" };
    const turned = { APHRODITE_ENGINE_READY_TIMEOUT_S: "900", APHRODITE_NIXL_SIDE_CHANNEL_PORT: "5600" };
    expect(compileCacheKey(ports)).toBe(compileCacheKey(turned));
    expect(compileCacheKey(ports)).not.toBe(key);
    expect(compileCacheKey({ ...ports, APHRODITE_NIXL_SIDE_CHANNEL_PORT: "5601" })).not.toBe(compileCacheKey(ports));
  });

  it("does not depend on addresses, keys and folders", () => {
    const own = { APHRODITE_HOST_IP: "10.0.0.1", APHRODITE_API_KEY: "k", APHRODITE_CACHE_ROOT: "/cache" };
    expect(compileCacheKey({ PATH: "/usr/bin", ...own, APHRODITE_NIXL_SIDE_CHANNEL_HOST: "10.0.0.1" })).toBe(key);
  });
});
