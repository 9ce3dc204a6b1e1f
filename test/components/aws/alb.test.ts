import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type AlbArgs, eks } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { withCrds } from "../../kubernetes/crds";
import { componentContract } from "../contract";
import { deploy, manifests, unknown, value } from "../harness";

const validate = withCrds(join(__dirname, "../../kubernetes/crds"));
const cluster = { name: "prod", securityGroupId: "sg-cluster", vpcId: "vpc-1" };
const subnetIds = ["subnet-1", "subnet-2"];
const image = "registry.example.com/aphrodite:0.24.1";
const model = { source: "Qwen/Qwen3-8B", revision: "0123456789abcdef0123456789abcdef01234567" };
const webAclArn = "arn:aws:wafv2:us-east-1:1:regional/webacl/own/1";
const alb: AlbArgs = { kind: "alb", certificateArn: "arn:aws:acm:us-east-1:1:certificate/1" };
const args = (over: Partial<AlbArgs> = {}, service: Partial<sonar.ReplicatedServiceArgs> = {}) => ({
  platform: eks({ cluster, subnetIds, nodes: { instanceType: "g6.2xlarge" }, loadBalancer: { ...alb, ...over } }),
  image,
  model,
  ...service,
});

const name = () => unknown() as pulumi.Output<string>;
componentContract(
  "ReplicatedService behind an ALB",
  (opts) =>
    new sonar.ReplicatedService("qwen3", args({ webAclArn, accessLogs: { bucket: "logs", prefix: "qwen" } }), opts),
  (opts) =>
    new sonar.ReplicatedService(
      "qwen3",
      args({
        certificateArn: name(),
        host: name(),
        subnetIds: unknown() as pulumi.Output<string[]>,
        webAclArn: name(),
        accessLogs: { bucket: name(), prefix: name() },
      }),
      opts,
    ),
  { validate },
);

/** What is made in front of the gateway, by the last part of the type, and the service's URL. */
async function made(over: Partial<AlbArgs> = {}, service: Partial<sonar.ReplicatedServiceArgs> = {}) {
  let url: Promise<string> | undefined;
  const recorded = await deploy(() => {
    url = value(new sonar.ReplicatedService("qwen3", args(over, service)).url);
  });
  const one = (kind: string) => {
    const [first, second] = recorded.resources.filter(
      ({ type, name }) => type.endsWith(`:${kind}`) && name.startsWith("qwen3-gateway-alb"),
    );
    if (!first || second) throw new Error(`not one ${kind}`);
    return first;
  };
  return { recorded, one, inputs: (kind: string) => one(kind).inputs, url: await url };
}

describe("an ALB in front of a gateway", () => {
  it("is internal, waits longer than the gateway, and drops what is no header", async () => {
    const { inputs, url } = await made({}, { maxRequestSeconds: 900 });
    expect(inputs("LoadBalancer")).toMatchObject({
      internal: true,
      loadBalancerType: "application",
      idleTimeout: 960,
      dropInvalidHeaderFields: true,
      subnets: subnetIds,
      securityGroups: ["qwen3-gateway-alb-abc123-id"],
    });
    expect(url).toBe("https://qwen3-gateway-alb-abc123.elb.fake/v1");
  });

  it("has HTTPS alone, with the certificate and a current policy", async () => {
    const { inputs, recorded, url } = await made({ host: "qwen.example.com" });
    expect(inputs("Listener")).toMatchObject({
      port: 443,
      protocol: "HTTPS",
      certificateArn: alb.certificateArn,
      sslPolicy: "ELBSecurityPolicy-TLS13-1-2-Res-2021-06",
    });
    expect(recorded.resources.filter(({ type }) => type.endsWith(":Listener"))).toHaveLength(1);
    expect(url).toBe("https://qwen.example.com/v1");
  });

  it("chooses the pod with the fewest requests, and lets pods that leave finish", async () => {
    const { inputs } = await made({}, { maxRequestSeconds: 900 });
    const group = inputs("TargetGroup");
    expect(group).toMatchObject({
      targetType: "ip",
      port: 8080,
      protocol: "HTTP",
      vpcId: "vpc-1",
      loadBalancingAlgorithmType: "least_outstanding_requests",
      deregistrationDelay: 970,
      healthCheck: { path: "/health", port: "8080", interval: 5, timeout: 4 },
    });
    // the two exclude each other
    expect(group).not.toHaveProperty("slowStart");
  });

  it("has the gateway's pods registered by the controller, which opens the way from its security group", async () => {
    const { recorded, one } = await made();
    const [binding] = manifests(recorded).filter(({ kind }) => kind === "TargetGroupBinding");
    expect(binding?.spec).toEqual({
      targetGroupARN: "arn:aws:fake:::TargetGroup/qwen3-gateway-alb-abc123",
      targetType: "ip",
      serviceRef: { name: "qwen3", port: 80 },
      networking: {
        ingress: [
          {
            from: [{ securityGroup: { groupID: "qwen3-gateway-alb-abc123-id" } }],
            ports: [{ protocol: "TCP", port: 8080 }],
          },
        ],
      },
    });
    const { options, inputs } = one("TargetGroupBinding");
    expect(options.replaceOnChanges).toEqual(["spec.targetGroupARN"]);
    expect((inputs.metadata as { name?: string }).name).toBeUndefined();
  });

  it("takes TLS to the gateway, CIDRs, another policy and overrides", async () => {
    const { inputs } = await made(
      {
        scheme: "internet-facing",
        inboundCidrs: ["10.0.0.0/8"],
        sslPolicy: "own",
        overrides: { loadBalancer: { enableDeletionProtection: true } },
      },
      { gateway: { tlsSecretName: "qwen-tls" } },
    );
    expect(inputs("LoadBalancer")).toMatchObject({ internal: false, enableDeletionProtection: true });
    expect(inputs("TargetGroup")).toMatchObject({ port: 8443, protocol: "HTTPS", healthCheck: { port: "8080" } });
    expect(inputs("Listener").sslPolicy).toBe("own");
    const { ingress, egress } = inputs("SecurityGroup") as { ingress: object[]; egress: { fromPort: number }[] };
    expect(ingress).toEqual([{ protocol: "tcp", fromPort: 443, toPort: 443, cidrBlocks: ["10.0.0.0/8"] }]);
    expect(egress.map(({ fromPort }) => fromPort)).toEqual([8443, 8080]);
  });

  it("has a web ACL, which goes before another one comes", async () => {
    const { inputs, one } = await made({ webAclArn });
    expect(inputs("WebAclAssociation")).toEqual({
      resourceArn: "arn:aws:fake:::LoadBalancer/qwen3-gateway-alb-abc123",
      webAclArn,
    });
    expect(one("WebAclAssociation").options.deleteBeforeReplace).toBe(true);
  });

  it("logs where it is told to, and else nowhere", async () => {
    const { inputs } = await made({ accessLogs: { bucket: "logs", prefix: "qwen" } });
    expect(inputs("LoadBalancer").accessLogs).toEqual({ bucket: "logs", prefix: "qwen", enabled: true });
    const plain = await made();
    expect(plain.inputs("LoadBalancer")).not.toHaveProperty("accessLogs");
    expect(plain.recorded.resources.filter(({ type }) => type.startsWith("aws:wafv2"))).toEqual([]);
  });

  it("has certificate and web ACL of its own region", async () => {
    const zoned = ["a", "b"].map((zone) => ({ id: `subnet-${zone}`, availabilityZone: `eu-west-1${zone}` }));
    await expect(made({ webAclArn, subnetIds: zoned })).rejects.toThrow(
      /certificateArn {2}is of us-east-1, but the load balancer stands in eu-west-1, [\s\S]*webAclArn {7}is of us-east-1, but/,
    );
    await expect(made({ region: "us-west-2" })).rejects.toThrow("stands in us-west-2");
  });

  it("is not made for a gateway that is told how it is reached", async () => {
    const { recorded } = await made({}, { gateway: { exposure: { kind: "cluster-ip" } } });
    expect(recorded.resources.filter(({ type }) => type.startsWith("aws:lb/"))).toEqual([]);
  });

  it("is told what is wrong with it", () => {
    expect(() =>
      args({ certificateArn: "", accessLogs: { bucket: "logs", prefix: "/x" }, schema: "internal" } as never),
    ).toThrow(
      `Platform "eks" cannot be planned:
  loadBalancer.certificateArn     must be text that is not empty, but it is "". Give the ARN of an ACM certificate.
  loadBalancer.accessLogs.prefix  must neither begin nor end with "/", nor hold "AWSLogs", which follows it. Give a folder, for example "qwen".
  loadBalancer.schema             is not an argument. Did you mean "scheme"?`,
    );
  });
});
