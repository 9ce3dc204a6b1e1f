import { isHub, isS3, modelId } from "../model";
import type { Explanations, ModelPlan, Problem, StoragePlan, WeightsPlan } from "../plan";
import type { ModelCacheSpec } from "./args";
import { accessProblem, capabilitiesOf, unfit } from "./capabilities";
import { sizeFor, sizeReason, tooSmall } from "./size";

/** Where the weights of a model go on volumes of the cluster, and what is wrong with that. */
export function planWeights(
  cache: ModelCacheSpec | undefined,
  model: ModelPlan,
  replicas: number,
  why: Explanations,
  problems: Problem[],
  at: string,
): WeightsPlan {
  const fetch = isHub(model.source);
  const fetchSeconds = why.because(
    "caches.weights.fetchSeconds",
    6 * 3600,
    "six hours for the download; it goes on where it stopped",
    at,
  );
  if (isS3(model.source)) {
    problems.push({
      path: "model.source",
      value: model.source,
      message: `"${model.source}" is in S3, which only the cache of kind "s3" streams from. Use eks({ …, modelCache: { kind: "s3", bucket } }), or a Hugging Face id.`,
    });
  }
  const common = { fetch, fetchId: modelId(model), fetchSeconds, offline: fetch };
  if (cache?.kind === "claim") {
    const capabilities = capabilitiesOf(cache.driver);
    const accessMode = cache.accessMode ?? (capabilities.readWriteMany ? "ReadWriteMany" : "ReadWriteOnce");
    problems.push(...accessProblem(cache.driver, accessMode, at));
    if (accessMode === "ReadWriteOnce" && replicas > 1) problems.push(notShareable(replicas, null, at));
    const lacks = fetch ? unfit("a Hugging Face cache", cache.driver) : undefined;
    if (lacks !== undefined) {
      problems.push({
        path: at,
        message: `${lacks} Use a folder of the bucket as model.source ("/models/…"), stream it with eks({ modelCache: { kind: "s3" } }), or use EFS or FSx for Lustre.`,
      });
    }
    // what is read-only for all cannot be filled by a Job
    return {
      ...common,
      fetch: fetch && accessMode !== "ReadOnlyMany",
      kind: "shared",
      storage: {
        ...capabilities,
        kind: "claim",
        ...(cache.driver !== undefined && { driver: cache.driver }),
        readWriteMany: accessMode === "ReadWriteMany" && capabilities.readWriteMany,
        throughputMiBps: cache.throughputMiBps ?? capabilities.throughputMiBps,
      },
      existingClaim: true,
      accessMode,
      sizeGiB: null,
    };
  }
  if (!fetch && !isS3(model.source)) {
    problems.push({
      path: at,
      message: `"${model.source}" is a path, and a new volume is empty. Use modelCache: { kind: "claim", claimName } with the claim that holds it, or a Hugging Face id as model.source.`,
    });
  }
  const sizeGiB = why.because(
    "caches.weights.sizeGiB",
    cache?.sizeGiB ?? sizeFor(model),
    cache?.sizeGiB !== undefined ? "as given" : sizeReason(model),
    `${at}.sizeGiB`,
  );
  problems.push(...tooSmall(sizeGiB, model, `${at}.sizeGiB`));
  if (cache?.kind === "ephemeral") {
    const storage = volume("ephemeral", false, null);
    return { ...common, kind: "ephemeral", storage, existingClaim: false, accessMode: null, sizeGiB };
  }
  const accessMode = cache?.accessMode ?? "ReadWriteOnce";
  const perReplica = cache?.perReplica ?? accessMode === "ReadWriteOnce";
  if (!perReplica && accessMode === "ReadWriteOnce" && replicas > 1) problems.push(notShareable(replicas, sizeGiB, at));
  const kind = why.because(
    "caches.weights.kind",
    perReplica ? "per-replica" : "shared",
    perReplica
      ? `${accessMode}: each engine pod has its own claim, filled by its init container`
      : `${accessMode}: one claim, filled once by a Job, read-only in engines`,
    `${at}.perReplica`,
  );
  const storage = volume("storage-class", accessMode === "ReadWriteMany", cache?.throughputMiBps ?? null);
  return { ...common, kind, storage, existingClaim: false, accessMode, sizeGiB };
}

const volume = (
  kind: "storage-class" | "ephemeral",
  readWriteMany: boolean,
  throughputMiBps: number | null,
): StoragePlan => ({ kind, readWriteMany, rename: true, locks: true, throughputMiBps });

function notShareable(replicas: number, sizeGiB: number | null, path: string): Problem {
  const own =
    sizeGiB === null
      ? 'modelCache: { kind: "storage-class" }, which makes one claim for each'
      : `perReplica: true (${replicas} × ${sizeGiB} GiB)`;
  return {
    path,
    message: `${replicas} pods cannot share a ReadWriteOnce volume. Use a ReadWriteMany class, or ${own}.`,
  };
}
