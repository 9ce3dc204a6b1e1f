import type { Problem, StoragePlan } from "../../plan";
import { sizeFor, sizeReason, tooSmall } from "../size";
import type { LustreSpec } from "./args";
import { type CacheContext, engineMiBps, mibOfMB, type WeightsPart, withoutEffect } from "./context";
import { oneZone } from "./zones";

/** MB/s for each TiB that PERSISTENT_2 offers. Source: FSx API. */
const perUnit = [125, 250, 500, 1000] as const;
const most = 1000;
/** FSx counts 1000 GiB to a TiB: 2400 GiB at 50 MB/s/TiB are 120 MB/s. Source: FSx API, PerUnitStorageThroughput. */
const tib = (sizeGiB: number) => sizeGiB / 1000;

/** The next size that FSx makes: 1200 GiB, or a multiple of 2400. Source: FSx API, CreateFileSystem. */
export const nextSize = (sizeGiB: number) => (sizeGiB <= 1200 ? 1200 : Math.ceil(sizeGiB / 2400) * 2400);

/** A file system of FSx for Lustre for weights. */
export function planLustre(spec: LustreSpec, context: CacheContext): WeightsPart {
  const { model, replicas, nodes, notes } = context;
  const { why, problems, warnings } = notes;
  const existing = spec.existing ?? false;
  const sizeGiB = why.because(
    "sizeGiB",
    spec.sizeGiB ?? nextSize(sizeFor(model)),
    spec.sizeGiB !== undefined
      ? "as given"
      : `the least that FSx makes for ${sizeFor(model)} GiB: ${sizeReason(model)}`,
    "sizeGiB",
  );
  const small = tooSmall(sizeGiB, model, "sizeGiB", existing ? undefined : nextSize(sizeFor(model)));
  problems.push(...small);
  if (existing) problems.push(...withoutEffect({ ...spec, subnetId: spec.subnet }, ["deletion", "subnetId"]));
  else {
    if (small.length === 0) problems.push(...sizeProblems(sizeGiB));
    const zone = oneZone(spec.subnet?.zone, nodes.zones, "subnetId");
    problems.push(...zone.problems);
    warnings.push(...zone.warnings);
  }
  const { perUnitMBps, totalMBps } = existing
    ? { perUnitMBps: null, totalMBps: spec.throughputMBps ?? null }
    : throughputOf(spec.throughputMBps, sizeGiB, context);
  const storage: StoragePlan = {
    kind: "fsx-lustre",
    readWriteMany: true,
    rename: true,
    locks: true,
    throughputMiBps: why.because(
      "storage.throughputMiBps",
      spec.throughputMiBps ?? (totalMBps === null ? null : share(totalMBps, replicas)),
      spec.throughputMiBps !== undefined
        ? "as given"
        : totalMBps === null
          ? "neither throughputMBps nor throughputMiBps is given"
          : `${totalMBps} MB/s, which ${replicas} engines share when they start together, at most ${engineMiBps} MiB/s each`,
      "throughputMiBps",
    ),
    existing,
    sizeGiB,
    perUnitMBps,
    totalMBps,
    repository: spec.repository ?? false,
    deletion: spec.deletion ?? "retain",
  };
  return { kind: "shared", storage, accessMode: "ReadWriteMany", sizeGiB };
}

/** What each of several engines reads at once. */
const share = (totalMBps: number, engines: number) =>
  Math.min(engineMiBps, Math.max(1, Math.floor(mibOfMB(totalMBps) / engines)));

/** The least step that gives what was asked. */
function throughputOf(asked: number | undefined, sizeGiB: number, { notes: { why, problems } }: CacheContext) {
  const step = asked === undefined ? 500 : perUnit.find((one) => one * tib(sizeGiB) >= asked);
  if (step === undefined && asked !== undefined) {
    problems.push({
      path: "throughputMBps",
      value: asked,
      message: `${asked} MB/s are more than ${sizeGiB} GiB have: at most ${most * tib(sizeGiB)}, ${most} for each TiB. Use sizeGiB: ${nextSize((asked / most) * 1000)}, or ask for less.`,
    });
  }
  const perUnitMBps = why.because(
    "storage.perUnitMBps",
    step ?? most,
    asked === undefined ? "500 MB/s for each TiB" : `the least of ${perUnit.join(", ")} that gives ${asked} MB/s`,
    "throughputMBps",
  );
  return { perUnitMBps, totalMBps: perUnitMBps * tib(sizeGiB) };
}

function sizeProblems(sizeGiB: number): Problem[] {
  const next = nextSize(sizeGiB);
  if (next === sizeGiB) return [];
  const below = next === 1200 ? [] : [next === 2400 ? 1200 : next - 2400];
  return [
    {
      path: "sizeGiB",
      value: sizeGiB,
      message: `FSx makes file systems of 1200 GiB, or of a multiple of 2400, and ${sizeGiB} is neither. Use ${[next, ...below].join(", or ")}.`,
    },
  ];
}
