import type { LeaderWorkerSet } from "./types";

const topology = /^leaderworkerset\.sigs\.k8s\.io\/.*exclusive-topology$/;

/** What a set asks for that the real controller does and this one does not, each in a sentence: nothing is passed over in silence. */
export function unsupported({ metadata, spec }: LeaderWorkerSet): string[] {
  const { restartPolicy, subGroupPolicy } = spec.leaderWorkerTemplate;
  const { partition = 0, maxSurge = 0 } = spec.rolloutStrategy?.rollingUpdateConfiguration ?? {};
  const subdomain = spec.networkConfig?.subdomainPolicy ?? "Shared";
  const faults: [boolean, string][] = [
    [restartPolicy === "RecreateGroupAfterStart", `restartPolicy ${restartPolicy}: use RecreateGroupOnPodRestart`],
    [subGroupPolicy !== undefined, "subGroupPolicy: leave it out"],
    [partition !== 0, `partition ${partition}: leave it out`],
    [maxSurge !== 0 && maxSurge !== "0%", `maxSurge ${maxSurge}: use 0`],
    [subdomain !== "Shared", `subdomainPolicy ${subdomain}: use Shared`],
    ...Object.keys(metadata.annotations ?? {})
      .filter((name) => topology.test(name))
      .map((name): [boolean, string] => [true, `annotation ${name}: leave it out`]),
  ];
  return faults.filter(([is]) => is).map(([, what]) => `The test controller does not do ${what}.`);
}
