import { type Impact, impactsOf } from "../../change";
import { numberSetting, type Outcome, type Rule } from "../../rule";

/** What an update does to those who are being served. */
export const blastRadius: Rule = {
  name: "blast-radius",
  description: "An update takes no more away from serving than it may.",
  severity: "high",
  level: "mandatory",
  tags: ["availability", "lifecycle"],
  remediation:
    "Split the update, raise the limit for this once, or undo what replaces nodes, storage or kernels. Checked by sonar diff, which knows what there was.",
  scope: "stack",
  settings: {
    maxReplicasDown: {
      type: "integer",
      minimum: 0,
      description: "replicas of a workload that may be missing at a time",
    },
    maxDownSeconds: {
      type: "integer",
      minimum: 0,
      description: "longest time with fewer replicas than there should be",
    },
    forbidNodeGroupReplacement: { type: "boolean", description: "no node group is recreated" },
    forbidColdStart: { type: "boolean", description: "no engine compiles its kernels anew" },
    forbidDataLoss: { type: "boolean", description: "no claim, volume or file system is replaced" },
  },
  check: ({ changes, settings }) => {
    const most = [numberSetting(settings, "maxReplicasDown"), numberSetting(settings, "maxDownSeconds")];
    const limited = Object.keys(blastRadius.settings ?? {}).some((name) => (settings[name] ?? false) !== false);
    return impactsOf(changes ?? []).flatMap((one): Outcome[] => {
      const { urn } = one;
      if (one.open) return limited ? [{ urn, open: `${one.subject} ${one.headline}` }] : [];
      return broken(one, most, settings).map((message) => ({ urn, message }));
    });
  },
};

function broken(
  one: Impact,
  [replicas, seconds]: (number | undefined)[],
  settings: Parameters<Rule["check"]>[0]["settings"],
): string[] {
  const cold = one.coldStart;
  return [
    ...(replicas !== undefined && one.replicasDown > replicas
      ? [
          `${one.subject}: ${one.replicasDown} replica${one.replicasDown === 1 ? "" : "s"} would be missing at a time, more than ${replicas} (maxReplicasDown). Make the change in smaller steps, or raise the limit.`,
        ]
      : []),
    ...(seconds !== undefined && (one.downSeconds ?? 0) > seconds
      ? [
          `${one.subject}: replicas would be missing for up to ${one.downSeconds} s, more than ${seconds} (maxDownSeconds). Make starts quicker, or raise the limit.`,
        ]
      : []),
    ...(settings.forbidNodeGroupReplacement === true && one.nodeGroupReplaced
      ? [
          `${one.subject} would be recreated (forbidNodeGroupReplacement). Make a second group, move engines, then remove the first.`,
        ]
      : []),
    ...(settings.forbidDataLoss === true && one.dataLost
      ? [`${one.subject} would lose what is stored in it (forbidDataLoss). Make a new one beside it, and copy.`]
      : []),
    ...(settings.forbidColdStart === true && cold !== undefined && cold.sure !== "no" && one.restarts
      ? [
          `${one.subject} ${cold.sure === "yes" ? "would" : "may"} compile its kernels anew: ${cold.because.join(", ")} (forbidColdStart). Put it off to a quiet hour, or keep the value.`,
        ]
      : []),
  ];
}
