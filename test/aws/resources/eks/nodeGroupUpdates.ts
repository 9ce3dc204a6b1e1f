import type { Made, Update, Values } from "../../double/definition";
import { render } from "../../double/fields";
import { same } from "../../double/values";
import { configFields } from "./nodeGroupFields";

const group = ({ inputs }: Made) => ({ clusterName: inputs.clusterName, nodegroupName: inputs.nodeGroupName });

const labels = (now: Values, before: Values) => {
  const [to, from] = [now.labels ?? {}, before.labels ?? {}] as [Values, Values];
  const added = Object.fromEntries(Object.entries(to).filter(([key, value]) => from[key] !== value));
  const removed = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
  return {
    ...(Object.keys(added).length > 0 && { addOrUpdateLabels: added }),
    ...(removed.length > 0 && { removeLabels: removed }),
  };
};

/** A taint is known by its key and its effect. */
const taints = (now: Values, before: Values) => {
  const [to, from] = [now.taints ?? [], before.taints ?? []] as [Values[], Values[]];
  const isSame = (one: Values) => (other: Values) => one.key === other.key && one.effect === other.effect;
  const added = to.filter((one) => !from.some((other) => same(one, other)));
  const removed = from.filter((one) => !to.some(isSame(one)));
  return {
    ...(added.length > 0 && { addOrUpdateTaints: added }),
    ...(removed.length > 0 && { removeTaints: removed }),
  };
};

/** What EKS changes without touching a node. */
export const configUpdate: Update = {
  inputs: [...Object.keys(configFields), "labels", "taints"],
  calls: (now, before) => {
    const changed = Object.keys(configFields).filter((name) => !same(now.inputs[name], before.inputs[name]));
    const config = Object.fromEntries(changed.map((name) => [name, now.inputs[name]]));
    const changes = { labels: labels(now.inputs, before.inputs), taints: taints(now.inputs, before.inputs) };
    const some = Object.entries(changes).filter(([, change]) => Object.keys(change).length > 0);
    const params = { ...group(now), ...render(config, configFields).params, ...Object.fromEntries(some) };
    return [{ service: "eks", operation: "UpdateNodegroupConfig", params }];
  },
};

/** What EKS changes by putting new nodes in the place of all. */
export const versionUpdate: Update = {
  inputs: ["version", "releaseVersion", "launchTemplate"],
  calls: (now) => {
    const { version, releaseVersion, launchTemplate, forceUpdateVersion } = now.inputs;
    const { id, name, version: template } = (launchTemplate ?? {}) as Values;
    return [
      {
        service: "eks",
        operation: "UpdateNodegroupVersion",
        params: {
          ...group(now),
          ...(version !== undefined && { version }),
          ...(releaseVersion !== undefined && { releaseVersion }),
          ...(launchTemplate !== undefined && {
            launchTemplate: { ...(id !== undefined ? { id } : { name }), version: String(template) },
          }),
          ...(forceUpdateVersion !== undefined && { force: forceUpdateVersion }),
        },
      },
    ];
  },
};
