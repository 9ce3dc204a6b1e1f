import { Explanations, planResources } from "@sonar-iac/topology";
import type { EngineView } from "../../engine";
import { quantity } from "../../kubernetes";
import { over, type Rule } from "../../rule";
import type { Fields } from "../../view";
import { gpusPerPod } from "./parallelism";

/** Workers pass tensors through /dev/shm, of which containers have 64 MiB. */
export const sharedMemory: Rule = {
  name: "shared-memory",
  description: "An engine of several GPUs has a /dev/shm in memory that its memory limit has room for.",
  severity: "high",
  level: "mandatory",
  tags: ["gpu"],
  remediation:
    "Mount an emptyDir with medium: Memory at /dev/shm, with a sizeLimit that is well below the container's memory limit.",
  scope: "resource",
  check: ({ engines }) => over(engines, problemOf),
};

function problemOf(engine: EngineView): string | undefined {
  const ranks = gpusPerPod(engine);
  const volume = mounted(engine);
  const advice = `${recommended(ranks)}Gi`;
  if (volume === undefined || volume.at("medium").text() !== "Memory") {
    if (ranks <= 1) return undefined;
    const has = volume === undefined ? "only the 64 MiB that every container has at /dev/shm" : "a /dev/shm on a disk";
    return `${ranks} ranks have ${has}, and fail when they speak to each other. Mount an emptyDir with medium: Memory and sizeLimit: ${advice} at /dev/shm.`;
  }
  const size = quantity(volume.at("sizeLimit").text());
  const limit = quantity(engine.container.at("resources", "limits", "memory").text());
  if (size === undefined || limit === undefined || size < limit) return undefined;
  return `/dev/shm of ${volume.at("sizeLimit").text()} counts within the memory limit of ${engine.container.at("resources", "limits", "memory").text()} and leaves nothing. Use a sizeLimit of ${advice}, or a larger limit.`;
}

/** The emptyDir at /dev/shm. */
function mounted({ container, pod }: EngineView): Fields | undefined {
  const mount = container
    .at("volumeMounts")
    .items()
    .find((one) => one.at("mountPath").text() === "/dev/shm");
  const name = mount?.at("name").text();
  if (name === undefined) return undefined;
  return pod.spec
    .at("volumes")
    .items()
    .find((one) => one.at("name").text() === name)
    ?.at("emptyDir");
}

/** What topology gives such an engine, in GiB. */
function recommended(gpus: number): number {
  const node = { instance: null, gpusPerNode: null, gpuMemoryGiB: null, usdPerHour: null };
  return planResources({}, gpus, node, new Explanations(), []).sharedMemoryGiB;
}
