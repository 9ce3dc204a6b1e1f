import * as pulumi from "@pulumi/pulumi";
import { forEveryPod, type GroupPlan, leaderAddress, paths, podIndex, type RankPlan } from "@sonar-iac/topology";
import { kvCacheWord } from "../kvCache";
import type { EnginePodInputs } from "../pod";

/** The command of a pod that is one rank of its engine: the supervisor, and behind it the engine. */
export const groupCommand = (inputs: EnginePodInputs, rank: RankPlan, group: GroupPlan): pulumi.Input<string>[] => [
  "python3",
  `${paths.scripts}/supervisor.py`,
  ...supervisorWords(inputs, rank, group),
];

/** What the supervisor is told. Pods of one template have one command, so that a rank's number is the one that LeaderWorkerSet gives its pod. */
export function supervisorWords(
  { plan, image, overrides, kvCache }: EnginePodInputs,
  { argv }: RankPlan,
  { size, supervisorPort, times }: GroupPlan,
): pulumi.Input<string>[] {
  const options = {
    size,
    port: supervisorPort,
    "start-seconds": times.gatherSeconds,
    "lost-seconds": times.silenceSeconds,
    // until the gateway has forgotten an engine of which another pod is told to stop
    "notice-seconds": plan.timings.engine.preStopSeconds,
    "pause-seconds": pauseSeconds,
  };
  return [
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
    "--image",
    pulumi.output(overrides?.container?.image ?? image).apply((its) => its ?? ""),
    "--",
    ...forEveryPod(argv).map((word) => (expanded.includes(word) ? word : kvCacheWord(word, kvCache))),
  ];
}

/** A start that failed is not tried again at once: LeaderWorkerSet knows no back-off of its own. */
const pauseSeconds = 30;

/** What Kubernetes puts values into; all else means itself, until the supervisor has read it. */
const expanded: string[] = [leaderAddress, podIndex];
