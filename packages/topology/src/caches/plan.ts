import { isHub, modelId } from "../model";
import type { CachePlan, Explanations, ModelPlan, Problem, WeightsPlan } from "../plan";
import type { CompileCacheSpec, ModelCacheSpec } from "./args";

/** Where weights and kernels go. */
export function planCaches(
  modelCache: ModelCacheSpec | undefined,
  compileCache: CompileCacheSpec | undefined,
  model: ModelPlan,
  replicas: number,
  why: Explanations,
  problems: Problem[],
): CachePlan {
  const compile = compileCache ?? { kind: "claim-per-pod" };
  return {
    weights: planWeights(modelCache, model, replicas, why, problems),
    compile: {
      ...compile,
      sizeGiB: why.because(
        "caches.compile.sizeGiB",
        compile.sizeGiB ?? 20,
        compile.sizeGiB === undefined ? "room for several engine versions' kernels" : "as given",
        "compileCache.sizeGiB",
      ),
    },
  };
}

/** Where the weights of a model go, and what is wrong with that. */
export function planWeights(
  cache: ModelCacheSpec | undefined,
  model: ModelPlan,
  replicas: number,
  why: Explanations,
  problems: Problem[],
): WeightsPlan {
  const fetch = isHub(model.source);
  const fetchSeconds = why.because(
    "caches.weights.fetchSeconds",
    6 * 3600,
    "six hours for the download; it goes on where it stopped",
    "modelCache",
  );
  const common = { fetch, fetchId: modelId(model), fetchSeconds, offline: fetch };
  if (cache?.kind === "claim") {
    const accessMode = cache.accessMode ?? "ReadWriteMany";
    if (accessMode === "ReadWriteOnce" && replicas > 1) problems.push(notShareable(replicas, null));
    // what is read-only for all cannot be filled by a Job
    return {
      ...common,
      fetch: fetch && accessMode !== "ReadOnlyMany",
      kind: "shared",
      existingClaim: true,
      accessMode,
      sizeGiB: null,
    };
  }
  if (!fetch) {
    problems.push({
      path: "modelCache",
      message: `"${model.source}" is a path, and a new volume is empty. Use modelCache: { kind: "claim", claimName } with the claim that holds it, or a Hugging Face id as model.source.`,
    });
  }
  const sizeGiB = why.because(
    "caches.weights.sizeGiB",
    cache?.sizeGiB ?? sizeFor(model),
    cache?.sizeGiB !== undefined ? "as given" : sizeReason(model),
    "modelCache.sizeGiB",
  );
  if (model.weightsBytes !== undefined && sizeGiB * 2 ** 30 < model.weightsBytes) {
    problems.push({
      path: "modelCache.sizeGiB",
      value: sizeGiB,
      message: `${sizeGiB} GiB cannot hold weights of ${Math.ceil(model.weightsBytes / 2 ** 30)} GiB. Use ${sizeFor(model)} or more.`,
    });
  }
  if (cache?.kind === "ephemeral")
    return { ...common, kind: "ephemeral", existingClaim: false, accessMode: null, sizeGiB };
  const accessMode = cache?.accessMode ?? "ReadWriteOnce";
  const perReplica = cache?.perReplica ?? accessMode === "ReadWriteOnce";
  if (!perReplica && accessMode === "ReadWriteOnce" && replicas > 1) problems.push(notShareable(replicas, sizeGiB));
  const kind = why.because(
    "caches.weights.kind",
    perReplica ? "per-replica" : "shared",
    perReplica
      ? `${accessMode}: each engine pod has its own claim, filled by its init container`
      : `${accessMode}: one claim, filled once by a Job, read-only in engines`,
    "modelCache.perReplica",
  );
  return { ...common, kind, existingClaim: false, accessMode, sizeGiB };
}

function notShareable(replicas: number, sizeGiB: number | null): Problem {
  const own =
    sizeGiB === null
      ? 'modelCache: { kind: "storage-class" }, which makes one claim for each'
      : `perReplica: true (${replicas} × ${sizeGiB} GiB)`;
  return {
    path: "modelCache",
    message: `${replicas} replicas cannot share a ReadWriteOnce volume. Use a ReadWriteMany class, or ${own}.`,
  };
}

const sizeFor = (model: ModelPlan) =>
  model.weightsBytes === undefined ? 100 : Math.ceil((model.weightsBytes / 2 ** 30) * 1.3) + 10;
const sizeReason = (model: ModelPlan) =>
  model.weightsBytes === undefined
    ? "the size of the weights is not known"
    : "1.3 × the weights + 10 GiB, so that the next revision fits beside";
