import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { type AlbIngressArgs, eks } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { deploy, unknown } from "../harness";
import { behind, certificateArn, deployBehind, webAclArn } from "./front";

const ingress: AlbIngressArgs = { kind: "alb-ingress", host: "qwen.example.com" };
const name = () => unknown() as pulumi.Output<string>;

componentContract(
  "ReplicatedService behind an ALB made of an Ingress",
  (opts) =>
    new sonar.ReplicatedService("qwen3", behind({ ...ingress, certificateArn, inboundCidrs: ["10.0.0.0/8"] }), opts),
  (opts) =>
    new sonar.ReplicatedService(
      "qwen3",
      behind({
        kind: "alb-ingress",
        host: name(),
        certificateArn: name(),
        webAclArn: name(),
        inboundCidrs: [name()],
        subnetIds: unknown() as pulumi.Output<string[]>,
      }),
      opts,
    ),
);

const prefix = "alb.ingress.kubernetes.io/";
async function made(over: Partial<AlbIngressArgs> = {}, service: Partial<sonar.ReplicatedServiceArgs> = {}) {
  const front = await deployBehind({ ...ingress, ...over }, service);
  const manifest = front.manifest("Ingress", "qwen3");
  const annotations = Object.fromEntries(
    Object.entries(manifest.metadata.annotations ?? {}).map(([key, text]) => [key.replace(prefix, ""), text]),
  );
  return { ...front, ingress: manifest, annotations };
}

describe("an ALB made of an Ingress", () => {
  it("is told everything that the controller would take otherwise", async () => {
    const { annotations, url } = await made({}, { maxRequestSeconds: 900 });
    expect(annotations).toEqual({
      scheme: "internal",
      "target-type": "ip",
      "listen-ports": '[{"HTTPS":443}]',
      "ssl-policy": "ELBSecurityPolicy-TLS13-1-2-Res-2021-06",
      "load-balancer-attributes":
        "idle_timeout.timeout_seconds=960,routing.http.drop_invalid_header_fields.enabled=true",
      "backend-protocol": "HTTP",
      "target-group-attributes":
        "load_balancing.algorithm.type=least_outstanding_requests,deregistration_delay.timeout_seconds=970",
      "healthcheck-protocol": "HTTP",
      "healthcheck-port": "8080",
      "healthcheck-path": "/health",
      "healthcheck-interval-seconds": "5",
      "healthcheck-timeout-seconds": "4",
      "healthy-threshold-count": "2",
      "unhealthy-threshold-count": "2",
      "success-codes": "200",
    });
    expect(url).toBe("https://qwen.example.com/v1");
  });

  it("leads the host to the gateway's Service, by the controller's class", async () => {
    const { ingress: made_ } = await made();
    expect(made_.spec).toEqual({
      ingressClassName: "alb",
      rules: [
        {
          host: "qwen.example.com",
          http: {
            paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "qwen3", port: { name: "http" } } } }],
          },
        },
      ],
    });
  });

  it.each<[string, Partial<AlbIngressArgs>, Record<string, string>]>([
    ["the internet", { scheme: "internet-facing" }, { scheme: "internet-facing" }],
    ["a certificate", { certificateArn }, { "certificate-arn": certificateArn }],
    ["another policy", { sslPolicy: "own" }, { "ssl-policy": "own" }],
    ["a web ACL", { webAclArn }, { "wafv2-acl-arn": webAclArn }],
    ["a group", { group: { name: "llm" } }, { "group.name": "llm" }],
    ["a place in a group", { group: { name: "llm", order: -5 } }, { "group.name": "llm", "group.order": "-5" }],
    ["CIDRs", { inboundCidrs: ["10.0.0.0/8", "fd00::/8"] }, { "inbound-cidrs": "10.0.0.0/8,fd00::/8" }],
    [
      "subnets",
      { subnetIds: ["subnet-8", { id: "subnet-9", availabilityZone: "us-east-1a" }] },
      { subnets: "subnet-8,subnet-9" },
    ],
    [
      "last changes",
      { overrides: { ingress: { metadata: { annotations: { [`${prefix}tags`]: "team=llm" } } } } },
      { tags: "team=llm", scheme: "internal" },
    ],
  ])("takes %s", async (_, over, expected) => expect((await made(over)).annotations).toMatchObject(expected));

  it("speaks TLS to a gateway that has it", async () => {
    const { annotations, ingress: made_ } = await made(
      { className: "own" },
      { gateway: { tlsSecretName: "qwen-tls" } },
    );
    expect(annotations).toMatchObject({ "backend-protocol": "HTTPS", "healthcheck-protocol": "HTTP" });
    expect(JSON.stringify(made_.spec)).toContain('"name":"qwen3","port":{"name":"https"}');
    expect(made_.spec.ingressClassName).toBe("own");
  });

  it("waits for the ALB, whose hosts clients call", async () => {
    const { ingress: made_ } = await made();
    expect(made_.metadata.annotations).not.toHaveProperty("pulumi.com/skipAwait");
  });

  it("has nothing of AWS but nodes made by Pulumi", async () => {
    const { recorded } = await made();
    expect(recorded.resources.filter(({ type }) => /^aws:(lb|wafv2)/.test(type))).toEqual([]);
  });

  it("stands in the region of the nodes' zones", () => {
    const loadBalancer: AlbIngressArgs = { ...ingress, certificateArn };
    const nodes = { instanceType: "g6.2xlarge", subnetIds: [{ id: "subnet-1", availabilityZone: "eu-west-1a" }] };
    const platform = eks({ cluster: { name: "prod" }, nodes, loadBalancer });
    expect(platform.loadBalancer).toMatchObject({ clusterZones: ["eu-west-1a"], certificateArn });
    expect(platform.loadBalancer).not.toHaveProperty("subnets");
  });

  it("leads its host to one service: the second is told", async () => {
    const both = (gateway: sonar.GatewayArgs) => {
      const args = behind(ingress);
      return deploy(() => {
        new sonar.ReplicatedService("chat", args);
        new sonar.ReplicatedService("batch", { ...args, gateway });
      });
    };
    await expect(both({})).rejects.toThrow('platform.loadBalancer.host  leads to the service "chat" already.');
    const recorded = await both({ exposure: { kind: "cluster-ip" } });
    expect(recorded.resources.filter(({ type }) => type.endsWith(":Ingress"))).toHaveLength(1);
  });

  it("is not made for a gateway that is told how it is reached", async () => {
    const { recorded } = await deployBehind(ingress, { gateway: { exposure: { kind: "cluster-ip" } } });
    expect(recorded.resources.filter(({ type }) => type.endsWith(":Ingress"))).toEqual([]);
  });

  it.each([
    [
      { host: "" },
      'loadBalancer.host  must be text that is not empty, but it is "". Give the host name, for example "qwen.example.com".',
    ],
    [
      { certificateArn: "arn:aws:iam::1:server-certificate/x" },
      'loadBalancer.certificateArn  must be the ARN of an ACM certificate, but it is "arn:aws:iam::1:server-certificate/x".',
    ],
    [
      { webAclArn: webAclArn.replace("regional", "global") },
      "loadBalancer.webAclArn  must be the ARN of a regional web ACL, but it is",
    ],
    [{ group: { name: "LLM" } }, 'loadBalancer.group.name  must be a group\'s name, but it is "LLM". Use at most 63'],
    [
      { group: { name: "llm", order: 1001 } },
      "loadBalancer.group.order  must be a whole number from -1000 to 1000, but it is 1001.",
    ],
    [{ accessLogs: { bucket: "logs" } }, "loadBalancer.accessLogs  is not an argument."],
    [
      { region: "us-east-1a" },
      'loadBalancer.region  must be a region, but it is "us-east-1a". For example "us-east-1".',
    ],
  ])("is told what is wrong: %j", (over, told) => {
    expect(() => behind({ ...ingress, ...over } as never)).toThrow(told);
  });
});
