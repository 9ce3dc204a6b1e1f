import { beforeAll, describe, expect, it } from "vitest";
import { realEngine } from "../engine/real/available";
import { type Answer, checkWithEngine, type Line } from "./engineCheck";
import { backends, linesOf } from "./kvCache";

// with CI set a missing engine fails in engineCheck.test.ts
const { available, reason } = realEngine();

const lines = Object.entries(backends).flatMap(([id, backend]) => linesOf(id, backend));

/** Lines that must be refused, or the check would say nothing. */
const wrong: Line[] = [
  [
    "a tier that there is not",
    { spec_name: "TieringOffloadingSpec", cpu_bytes_to_use: 1, secondary_tiers: [{ type: "nfs" }] },
  ],
  [
    "a setting of a tier that there is not",
    {
      spec_name: "TieringOffloadingSpec",
      cpu_bytes_to_use: 1,
      secondary_tiers: [{ type: "fs", root_dir: "/x", threads: 1 }],
    },
  ],
  ["a setting that nothing reads", { cpu_bytes_to_use: 1, cpu_gib: 1 }],
].map(([id, extra]) => ({
  id: String(id),
  argv: [
    "org/model",
    "--kv-transfer-config",
    JSON.stringify({ kv_connector: "OffloadingConnector", kv_role: "kv_both", kv_connector_extra_config: extra }),
  ],
  files: [],
}));

describe.skipIf(!available)(`engines with a KV cache ${reason}`.trim(), () => {
  let answers: Map<string, Answer>;
  beforeAll(async () => {
    answers = new Map((await checkWithEngine([...lines, ...wrong])).map((answer) => [answer.id, answer]));
  }, 600_000);
  const resolved = (id: string) => answers.get(id)?.resolved;

  it.each(lines.map(({ id }) => id))("are accepted by the engine: %s", (id) => {
    expect(answers.get(id)).toMatchObject({ ok: true });
  });

  it.each(wrong.map(({ id }) => id))("are refused with %s", (id) => {
    expect(answers.get(id)).toMatchObject({ ok: false });
  });

  it("apart have the transfer first, with the engine's own id", () => {
    expect(resolved("Mooncake's store nodes, apart, prefill 0")).toMatchObject({
      cache_connectors: "NixlConnector,MooncakeStoreConnector",
      cache_engine_ids: 1,
    });
  });

  it("can have layers of several kinds with each but LMCache", () => {
    for (const id of Object.keys(backends)) {
      for (const of of [`${id}, replicated, serve 0`, `${id}, apart, prefill 0`])
        expect([of, resolved(of)?.cache_several_kinds]).toEqual([of, id === "LMCache" ? "False" : "True"]);
    }
  });

  it("are compatible apart", () => {
    for (const id of Object.keys(backends)) {
      const [prefill, decode] = ["prefill", "decode"].map(
        (role) => resolved(`${id}, apart, ${role} 0`)?.kv_compatibility,
      );
      expect(prefill).toMatch(/^[0-9a-f]{64}$/);
      expect(prefill).toBe(decode);
    }
  });
});
