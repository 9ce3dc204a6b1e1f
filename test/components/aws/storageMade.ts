import * as sonar from "@sonar-iac/pulumi";
import { type EksArgs, eks } from "@sonar-iac/pulumi/aws";
import { deploy } from "../harness";
import { caches, serviceOf } from "./storage";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
/** A platform with this cache. */
export const platformOf = (modelCache: EksArgs["modelCache"], over: Partial<EksArgs> = {}) =>
  eks({ cluster, subnetIds: ["subnet-1", "subnet-2"], nodes: { instanceType: "g6e.12xlarge" }, modelCache, ...over });

export type Inputs = Record<string, unknown>;

/** What a service makes with a cache, by the last part of the type. */
export async function made(variant: string) {
  const given = caches[variant];
  if (!given) throw new Error(`no variant "${variant}"`);
  const recorded = await deploy(
    () => void new sonar.ReplicatedService("qwen3", { ...serviceOf(given), platform: platformOf(given.cache) }),
  );
  const below = recorded.resources.filter(({ name }) => name.startsWith("qwen3-weights"));
  const all = (kind: string) => below.filter(({ type }) => type.endsWith(`:${kind}`));
  const one = (kind: string) => {
    const [first, second] = all(kind);
    if (!first || second) throw new Error(`not one ${kind}`);
    return first;
  };
  const set = recorded.resources.find(({ type }) => type.endsWith(":StatefulSet"));
  if (!set) throw new Error("no engines");
  const { spec: pod } = (set.inputs.spec as { template: { spec: Inputs } }).template;
  const account = recorded.resources.find(
    ({ type, name }) => type.endsWith(":ServiceAccount") && name === "qwen3-serve",
  );
  return { all, one, set, pod: JSON.parse(JSON.stringify(pod)), account };
}
