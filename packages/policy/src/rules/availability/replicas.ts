import { replicasOf, servingKinds } from "../../kubernetes";
import { mapSetting, over, type Rule } from "../../rule";
import { kindOf, objectName } from "../../view";

/** With one replica every update, eviction and fault is an outage as long as a start. */
export const replicas: Rule = {
  name: "two-replicas",
  description: "An engine has two replicas or more, or a stated reason to have one.",
  severity: "medium",
  level: "advisory",
  tags: ["availability"],
  remediation:
    'Set replicas to 2 or more, or state why one is enough: "exceptions": { "NAME": "the reason" } in the rule\'s configuration.',
  scope: "resource",
  settings: {
    exceptions: {
      type: "object",
      additionalProperties: { type: "string" },
      description: "workloads that may have one replica, by name, each with the reason",
    },
  },
  check: ({ engines, settings }) =>
    over(
      engines.filter(({ resource }) => servingKinds.includes(kindOf(resource) ?? "")),
      ({ pod, resource }) => {
        const name = objectName(resource);
        const reason = mapSetting(settings, "exceptions")[name]?.trim() ?? "";
        const count = replicasOf(pod);
        if (count >= 2 || reason !== "") return undefined;
        return `${count} replica${count === 1 ? "" : "s"}: an update, a full node or a fault leaves nobody to answer for as long as a start takes. Use replicas: 2, or state a reason under exceptions: { "${name}": "…" }.`;
      },
    ),
};
