import { type EngineView, expanded, lookupIn, variable } from "../../engine";
import { replicasOf } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import type { ResourceView } from "../../view";
import { modesOf, sharedClaims } from "./claims";

/** Variables that say where compiled kernels go. */
const cacheVariables = [
  "APHRODITE_CACHE_ROOT",
  "TORCHINDUCTOR_CACHE_DIR",
  "TRITON_CACHE_DIR",
  "FLASHINFER_WORKSPACE_BASE",
];

/** Compilers write into the same files of a rank's folder: two replicas on one volume spoil each other's cache. */
export const oneWriterCaches: Rule = {
  name: "one-writer-compile-cache",
  description: "No two replicas write compiled kernels into one folder.",
  severity: "medium",
  level: "mandatory",
  tags: ["storage"],
  remediation: "Give each pod its own volume (volumeClaimTemplates), or its own folder with subPathExpr: $(POD_NAME).",
  scope: "stack",
  check: ({ resources, engines }) =>
    over(
      engines.filter(({ resource }) => resources.includes(resource)),
      (engine) => problems(engine, resources),
    ),
};

function problems(engine: EngineView, resources: readonly ResourceView[]): string[] {
  const { container, pod } = engine;
  const mounts = container
    .at("volumeMounts")
    .items()
    .filter((mount) => !mount.at("readOnly").flag());
  const shared = mounts.filter(
    (mount) =>
      !mount.at("subPathExpr").exists &&
      places(engine).some((place) => isWithin(place, mount.at("mountPath").text() ?? "")),
  );
  if (shared.length === 0 || replicasOf(pod) * pod.podsPerReplica() <= 1) return [];
  const names = new Set(shared.map((mount) => mount.at("name").text()));
  const used = pod.spec
    .at("volumes")
    .items()
    .filter((volume) => names.has(volume.at("name").text()) && volume.at("persistentVolumeClaim").exists);
  if (used.length === 0) return [];
  return sharedClaims(pod, resources)
    .filter(({ volume, spec }) => names.has(volume) && modesOf(spec).includes("ReadWriteMany"))
    .map(
      ({ claim }) =>
        `all pods write their compile cache into the claim "${claim}", and spoil each other's files. Use volumeClaimTemplates, or subPathExpr: $(POD_NAME) at the mount.`,
    );
}

/** Folders of caches; a folder with another variable in its name is each pod's own, as with subPathExpr. */
function places(engine: EngineView): string[] {
  return cacheVariables
    .flatMap((name) => variable(engine, name)?.at("value") ?? [])
    .flatMap((value) => expanded(value.text() ?? "", value, lookupIn(engine.container)).text ?? []);
}

const isWithin = (path: string, folder: string) =>
  folder !== "" && (path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`));
