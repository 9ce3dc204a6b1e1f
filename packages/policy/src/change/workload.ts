import { type EngineView, enginesOf } from "../engine";
import { podsOf } from "../kubernetes";
import { attempt } from "../rule";
import { roleOf } from "../rules/disaggregation/transferConfig";
import { kindOf, pathText, type ResourceView, titleOf } from "../view";
import type { Change } from "./change";
import { coldStart, engineDifferences } from "./coldStart";
import { afterDeployment, type Difference, differenceText, isBelow, touches } from "./difference";
import { type Impact, impact } from "./impact";
import { replacingFields } from "./replacing";
import { copies, type Rollout, rolloutOf } from "./rollout";
import { startSeconds, stopSeconds } from "./seconds";

const workloads = ["StatefulSet", "Deployment", "LeaderWorkerSet"];

/** What becomes of the replicas of a workload: engines, gateways, routers; undefined where nothing restarts. */
export function workloadImpact({ operation, before, after, differences }: Change): Impact[] {
  const one = after ?? before;
  if (one === undefined || !workloads.includes(kindOf(one) ?? "")) return [];
  const base = { subject: titleOf(one), urn: one.urn, ...role(one) };
  const [had, has] = [before === undefined ? 0 : copies(before), after === undefined ? 0 : copies(after)];
  const cold = coldStart(pairs(before, after));
  if (operation === "create")
    return [
      impact({
        ...base,
        headline: `is new: ${count(has)} start`,
        restarts: true,
        ...(isEngine(one) && { coldStart: { sure: "yes", because: ["a new workload"] } as const }),
      }),
    ];
  if (operation === "delete")
    return [impact({ ...base, headline: `goes: ${count(had)} stop`, replicasDown: had ?? 0, downSeconds: null })];
  if (before === undefined || after === undefined) return [];
  const because = reasons(before, after, differences.filter(({ path }) => isBelow(path, "spec")).map(differenceText));
  const kernels = isEngine(after) ? { coldStart: cold } : {};
  if (operation === "replace")
    return [
      impact({
        ...base,
        ...kernels,
        because,
        restarts: true,
        headline: `is replaced: no replica answers between the old ones' end and the new ones' start`,
        replicasDown: had ?? 0,
        downSeconds: stopSeconds(before) + startSeconds(after),
      }),
    ];
  const found: Impact[] = [];
  if (differences.some(({ path, open }) => !open && isBelow(path, "spec", podPath(after)))) {
    const rollout = rolloutOf(after);
    found.push(
      impact({
        ...base,
        ...kernels,
        because,
        restarts: rollout.restarting > 0,
        replicasDown: rollout.down,
        downSeconds: rollout.seconds,
        headline: headlineOf(after, rollout),
      }),
    );
  } else {
    const later = mayRestart(after, differences);
    if (later.length > 0)
      found.push(
        impact({ ...base, headline: `may restart: ${afterDeployment(later)}`, open: true, downSeconds: null }),
      );
  }
  if (had !== null && has !== null && had !== has)
    found.push(
      impact({
        ...base,
        headline: `goes from ${count(had)} to ${has}`,
        restarts: false,
        replicasDown: Math.max(0, had - has),
        downSeconds: null,
      }),
    );
  return found;
}

const isEngine = (resource: ResourceView) => enginesOf(resource).length > 0;
const podPath = (resource: ResourceView) =>
  kindOf(resource) === "LeaderWorkerSet" ? "leaderWorkerTemplate" : "template";
const count = (replicas: number | null | undefined) =>
  replicas === null || replicas === undefined ? "replicas" : `${replicas} replica${replicas === 1 ? "" : "s"}`;

function headlineOf(resource: ResourceView, { down, restarting }: Rollout): string {
  const replicas = copies(resource);
  if (restarting === 0 && replicas !== 0)
    return "has a new pod template; no replica restarts until its partition is lowered";
  const all = replicas === null || replicas === restarting ? count(replicas) : `${restarting} of ${count(replicas)}`;
  if (down === 0 && kindOf(resource) !== "Deployment")
    return `has a new pod template; its ${all} restart when somebody deletes them (OnDelete)`;
  if (down === 0) return `${all} restart, each new one before an old one goes`;
  return replicas === 1
    ? "its only replica restarts"
    : `${all} restart, ${down === 1 ? "one after the other" : `${down} at a time`}`;
}

/** What a workload may do, where only what is known later says whether anything changes. */
function mayRestart(resource: ResourceView, differences: readonly Difference[]): string[] {
  return differences
    .filter(
      ({ path, open }) => open && (touches(path, "spec", podPath(resource)) || replacingFields(resource.type, path)),
    )
    .map(({ path }) => pathText(path));
}

function role(resource: ResourceView): Pick<Impact, "role"> {
  let found: Impact["role"];
  const label = podsOf(resource)[0]?.labels.at("app.kubernetes.io/component");
  if (label?.known && (label.text() === "prefill" || label.text() === "decode")) found = label.text() as Impact["role"];
  attempt(resource.urn, () => {
    for (const engine of enginesOf(resource)) found ??= roleOf(engine);
    return [];
  });
  return found === undefined ? {} : { role: found };
}

/** Engines of both sides by their container's name. */
function pairs(before?: ResourceView, after?: ResourceView): [EngineView, EngineView][] {
  if (before === undefined || after === undefined) return [];
  const old = enginesOf(before);
  return enginesOf(after).flatMap((engine, index): [EngineView, EngineView][] => {
    const partner = old[index];
    return partner === undefined ? [] : [[partner, engine]];
  });
}

/** What changes, in the engine's words where it is an engine. */
function reasons(before: ResourceView, after: ResourceView, fields: string[]): string[] {
  const words = pairs(before, after).flatMap(([a, b]) => engineDifferences(a, b).map(({ text }) => text));
  const others = fields.filter((text) => !/(args|command|env|image)\b/.test(text) && !text.startsWith("replicas"));
  return [...new Set([...words, ...others])];
}
