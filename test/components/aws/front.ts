import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { eks, type LoadBalancerArgs } from "@sonar-iac/pulumi/aws";
import { deploy, manifests, type Recorded, value } from "../harness";

const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const nodes = { instanceType: "g6.2xlarge" };
const image = "registry.example.com/aphrodite:0.24.1";
const model = { source: "Qwen/Qwen3-8B", revision: "0123456789abcdef0123456789abcdef01234567" };

export const subnetIds = ["subnet-1", "subnet-2"];
export const certificateArn = "arn:aws:acm:us-east-1:123456789012:certificate/1";
export const webAclArn = "arn:aws:wafv2:us-east-1:123456789012:regional/webacl/own/1";

/** Arguments of a service behind a load balancer. */
export const behind = (
  loadBalancer: LoadBalancerArgs,
  service: Partial<sonar.ReplicatedServiceArgs> = {},
): sonar.ReplicatedServiceArgs => ({
  platform: eks({ cluster, subnetIds, nodes, loadBalancer }),
  image,
  model,
  ...service,
});

/** What is made for a service behind a load balancer. */
export interface MadeFront {
  recorded: Recorded;
  /** The only manifest of a kind with a name. */
  manifest: (kind: string, name: string) => Manifest;
  url: string | undefined;
}

interface Manifest {
  metadata: {
    name?: string;
    annotations?: Record<string, string>;
    labels?: Record<string, string>;
    namespace?: string;
  };
  spec: Record<string, unknown>;
}

/** Deploys a service behind a load balancer. */
export async function deployBehind(...args: Parameters<typeof behind>): Promise<MadeFront> {
  let url: Promise<string> | undefined;
  const recorded = await deploy(() => {
    url = value(new sonar.ReplicatedService("qwen3", behind(...args)).url as pulumi.Output<string>);
  });
  const manifest = (kind: string, name: string) => {
    const found = manifests(recorded).filter(
      (one) => one.kind === kind && (one as unknown as Manifest).metadata.name === name,
    );
    if (found.length !== 1) throw new Error(`${found.length} ${kind}s are called ${name}`);
    return found[0] as unknown as Manifest;
  };
  return { recorded, manifest, url: await url };
}
