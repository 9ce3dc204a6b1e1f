import type { Engine } from "../engines/engine";

/** Engines of one compatibility. */
export interface Group {
  prefill: Engine[];
  decode: Engine[];
}

/** Usable engines by what they have in common. */
export function groupsOf(engines: Iterable<Engine>, excluded: ReadonlySet<Engine>): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const engine of engines) {
    if (!engine.usable || excluded.has(engine)) continue;
    let group = groups.get(engine.compatibility);
    if (!group) {
      group = { prefill: [], decode: [] };
      groups.set(engine.compatibility, group);
    }
    group[engine.role].push(engine);
  }
  return groups;
}

/** The engine with the least of something; among equals any. */
export function least(
  engines: readonly Engine[],
  load: (engine: Engine) => number,
  random = Math.random,
): Engine | undefined {
  let best: Engine | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  let equals = 0;
  for (const engine of engines) {
    const value = load(engine);
    if (value < lowest) {
      lowest = value;
      best = engine;
      equals = 1;
    } else if (value === lowest && random() * ++equals < 1) best = engine;
  }
  return best;
}

/** A prefill engine waits by the tokens before it; of two that are idle, by its requests. */
export const prefillLoad = (engine: Engine) => engine.queuedTokens + engine.running;
export const decodeLoad = (engine: Engine) => engine.running;

/** A prefill and a decode engine that understand each other. */
export interface Pair {
  prefill: Engine;
  decode: Engine;
}

/** Why there is no pair. */
export type NoPair = "no-prefill" | "no-decode";

/** The pair for the next request: the least loaded group that has both, and in it the least loaded engines. */
export function choosePair(
  engines: Iterable<Engine>,
  excluded: ReadonlySet<Engine>,
  random = Math.random,
): Pair | NoPair {
  const groups = groupsOf(engines, excluded);
  const whole: Group[] = [];
  let decode = false;
  for (const group of groups.values()) {
    if (group.decode.length > 0) decode = true;
    if (group.decode.length > 0 && group.prefill.length > 0) whole.push(group);
  }
  const group = whole.length > 1 ? leastGroup(whole, random) : whole[0];
  if (!group) return decode ? "no-prefill" : "no-decode";
  return {
    prefill: least(group.prefill, prefillLoad, random) as Engine,
    decode: least(group.decode, decodeLoad, random) as Engine,
  };
}

/**
 * While a new version comes in pod by pod, one group may have many prefill engines and few decode engines, and another the reverse. What a
 * group can take is what its scarcer side can, so groups are compared by the load of an engine on the side that is worse off.
 */
function leastGroup(groups: readonly Group[], random: () => number): Group {
  const sum = (engines: readonly Engine[], load: (engine: Engine) => number) =>
    engines.reduce((total, engine) => total + load(engine), 0);
  const tokens = groups.reduce((total, group) => total + sum(group.prefill, prefillLoad), 0) || 1;
  const running = groups.reduce((total, group) => total + sum(group.decode, decodeLoad), 0) || 1;
  let best = groups[0] as Group;
  let lowest = Number.POSITIVE_INFINITY;
  for (const group of groups) {
    const prefill = sum(group.prefill, prefillLoad) / tokens / group.prefill.length;
    const decode = sum(group.decode, decodeLoad) / running / group.decode.length;
    // among idle groups the larger one is chosen in proportion to its size
    const size = Math.min(group.prefill.length, group.decode.length);
    const score = Math.max(prefill, decode) + (1e-6 * -Math.log(1 - random())) / size;
    if (score < lowest) {
      lowest = score;
      best = group;
    }
  }
  return best;
}
