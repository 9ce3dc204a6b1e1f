import { containersOf, patchedPods, podsOf } from "../kubernetes";
import { NotHere } from "../rule";
import { type Fields, isMap, type ResourceView, unknownValue, type Value } from "../view";
import { isGpu, lineOf, wordsOf } from "./engine";

/** Places whose value, once it is known, decides whether pods of a resource run the engine; containers without GPUs are not asked. */
export function undecided(resource: ResourceView): Fields[] {
  return podsOf(resource).flatMap(({ spec }) => {
    const containers = spec.at("containers");
    if (!spec.known || !containers.known) return [containers];
    return containers.items().flatMap((container) => {
      if (!onGpu(container) || lineOf(container) !== undefined) return [];
      const [command, args, image] = ["command", "args", "image"].map((name) => container.at(name)) as [
        Fields,
        Fields,
        Fields,
      ];
      if (!command.known) return [command];
      return command.exists
        ? wordsOf(args).flatMap(({ text, at }) => (text === undefined ? [at] : []))
        : image.known
          ? []
          : [image];
    });
  });
}

function onGpu(container: Fields): boolean {
  const limits = container.at("resources", "limits");
  return !limits.known || limits.entries().some(([name]) => isGpu(name));
}

/** Throws for what may run engines that no rule sees: charts, and patches of what is not here. */
export function unseen(resource: ResourceView): undefined {
  const { fields, type } = resource;
  // items of lists have types of their own once they are known
  if (/^kubernetes:.+List$/.test(type)) void fields.at("items").value;
  const chart = /^kubernetes:helm\.sh\/[^:]+:(Release|Chart)$/.exec(type)?.[1];
  if (chart !== undefined && ["chart", "name", "values"].some((name) => mayServe(fields.at(name).rawValue)))
    throw new NotHere(
      chart === "Release"
        ? "Helm makes the objects of its chart at deployment, so that no rule sees the engine that it may run"
        : "the objects of its chart are seen only where Pulumi renders it, and it may run an engine",
    );
  // what runs on every node is no engine: settings of a cluster's own DaemonSets are often patched
  if (!type.endsWith(":DaemonSetPatch") && patchedPods(resource).some((pod) => containersOf(pod).length > 0))
    throw new NotHere("it patches containers of a workload that is not seen here as a whole, and may be an engine");
}

/** Whether values of a chart speak of the engine, ask for GPUs, or are not known yet. */
function mayServe(value: Value): boolean {
  if (typeof value === "string") return /aphrodite|sonar/i.test(value);
  if (Array.isArray(value)) return value.some(mayServe);
  if (value === unknownValue) return true;
  if (!isMap(value)) return false;
  return Object.entries(value).some(
    ([key, one]) =>
      // parts that come later are names of keys, roles and the like
      (one !== unknownValue && mayServe(one)) ||
      (/^(limits|requests)$/.test(key) && isMap(one) && Object.keys(one).some(isGpu)),
  );
}
