import { describe, expect, it } from "vitest";
import { Engine, type Role } from "../engines/engine";
import { Pool } from "../upstream/pool";
import { choosePair, least, type Pair } from "./choose";

let port = 1;
function engine(role: Role, compatibility = "", load: { running?: number; tokens?: number } = {}): Engine {
  const address = { key: String(++port), role, host: "h", port, compatibility, serving: true };
  const made = new Engine(address, new Pool("h", port, { connectMs: 1, idleMs: 1, maxIdle: 1 }), {
    failures: 1,
    ejectionMs: 1,
    longestEjectionMs: 1,
  });
  made.health.tried(true, 0);
  made.running = load.running ?? 0;
  made.queuedTokens = load.tokens ?? 0;
  return made;
}
const none = new Set<Engine>();

describe("the choice", () => {
  it("takes the fewest waiting tokens and the fewest running sequences", () => {
    const [busy, free] = [
      engine("prefill", "", { running: 1, tokens: 9000 }),
      engine("prefill", "", { running: 3, tokens: 90 }),
    ];
    const [full, empty] = [engine("decode", "", { running: 5 }), engine("decode", "", { running: 4 })];
    expect(choosePair([busy, free, full, empty], none)).toEqual({ prefill: free, decode: empty });
  });

  it("takes any of equals", () => {
    const engines = [engine("decode"), engine("decode"), engine("decode")];
    const seen = new Set(Array.from({ length: 200 }, () => least(engines, () => 0)));
    expect(seen.size).toBe(3);
  });

  it("says which side is missing", () => {
    const [p, d] = [engine("prefill", "a"), engine("decode", "a")];
    expect(choosePair([], none)).toBe("no-decode");
    expect(choosePair([p], none)).toBe("no-decode");
    expect(choosePair([d], none)).toBe("no-prefill");
    expect(choosePair([p, engine("decode", "b")], none)).toBe("no-prefill");
    expect(choosePair([p, d], new Set([d]))).toBe("no-decode");
  });

  it("leaves out what drains, is gone or is not healthy", () => {
    const d = engine("decode");
    const [draining, gone, sick, good] = [engine("prefill"), engine("prefill"), engine("prefill"), engine("prefill")];
    draining.serving = false;
    gone.listed = false;
    sick.health.failure("refused", 0);
    for (let i = 0; i < 20; i++)
      expect(choosePair([d, draining, gone, sick, good], none)).toMatchObject({ prefill: good });
  });

  it("gives groups of a rollout what their scarcer side can take", () => {
    // three prefill engines and one decode engine of the old version, the reverse of the new one: the two can do the same
    const engines = [
      ...Array.from({ length: 3 }, () => engine("prefill", "old")),
      engine("decode", "old"),
      engine("prefill", "new"),
      ...Array.from({ length: 3 }, () => engine("decode", "new")),
    ];
    const count = { old: 0, new: 0 };
    for (let i = 0; i < 400; i++) {
      const pair = choosePair(engines, none) as Pair;
      expect(pair.prefill.compatibility).toBe(pair.decode.compatibility);
      count[pair.prefill.compatibility as "old" | "new"]++;
      pair.decode.running++;
      pair.prefill.queuedTokens += 100;
    }
    expect(count.old / 400).toBeGreaterThan(0.35);
    expect(count.old / 400).toBeLessThan(0.65);
  });
});
