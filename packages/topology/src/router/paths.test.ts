import { describe, expect, it } from "vitest";
import { clientPaths } from "../engine/routes";
import { notForPairs, routedPaths } from "./paths";

const of = (as: string) => (routed: ReturnType<typeof routedPaths>) =>
  routed.filter((one) => one.as === as).map(({ path }) => path);

describe("paths of prefill and decode apart", () => {
  const routed = routedPaths(["python", "python"]);

  it("disaggregate generations, and ask decode for the rest", () => {
    expect(of("disaggregate")(routed)).toEqual([
      "/v1/chat/completions",
      "/v1/completions",
      "/v1/messages",
      "/v1/responses",
    ]);
    expect(of("decode")(routed)).toEqual(["/v1/detokenize", "/v1/messages/count_tokens", "/v1/models", "/v1/tokenize"]);
  });

  it("leave out what makes no sense here, each for a reason that is needed", () => {
    const paths = routed.map(({ path }) => path);
    const left = clientPaths().filter(({ path }) => !paths.includes(path));
    for (const { path } of left)
      expect(
        notForPairs.some((one) => one.path.test(path)),
        path,
      ).toBe(true);
    for (const { path } of notForPairs)
      expect(
        left.some((one) => path.test(one.path)),
        String(path),
      ).toBe(true);
  });

  it("are only those that both sides' servers have", () => {
    const mixed = routedPaths(["python", "rust"]).map(({ path }) => path);
    expect(mixed).toEqual(["/v1/chat/completions", "/v1/completions", "/v1/models"]);
    expect(routedPaths(["rust", "python"]).map(({ path }) => path)).toEqual(mixed);
  });

  it("take the user's own to decode, and no path twice", () => {
    const extra = [
      { methods: ["GET"], path: "/v1/capacity" },
      { methods: ["GET"], path: "/v1/completions" },
    ];
    const all = routedPaths(["python", "python"], extra);
    expect(all.at(-1)).toEqual({ methods: ["GET"], path: "/v1/capacity", as: "decode" });
    expect(all.length).toBe(routed.length + 1);
  });
});
