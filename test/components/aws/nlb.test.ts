import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import type { NlbArgs } from "@sonar-iac/pulumi/aws";
import { describe, expect, it } from "vitest";
import { componentContract } from "../contract";
import { unknown } from "../harness";
import { behind, certificateArn, deployBehind, webAclArn } from "./front";

const nlb: NlbArgs = { kind: "nlb" };
const tls = { gateway: { tlsSecretName: "qwen-tls" } };
const name = () => unknown() as pulumi.Output<string>;

componentContract(
  "ReplicatedService behind an NLB",
  (opts) => new sonar.ReplicatedService("qwen3", behind({ ...nlb, inboundCidrs: ["10.0.0.0/8"] }, tls), opts),
  (opts) =>
    new sonar.ReplicatedService(
      "qwen3",
      behind(
        {
          kind: "nlb",
          host: name(),
          certificateArn: name(),
          inboundCidrs: [name()],
          subnetIds: unknown() as pulumi.Output<string[]>,
        },
        { maxRequestSeconds: 60 },
      ),
      opts,
    ),
);

const prefix = "service.beta.kubernetes.io/aws-load-balancer-";
async function made(over: Partial<NlbArgs> = {}, service: Partial<sonar.ReplicatedServiceArgs> = tls) {
  const front = await deployBehind({ ...nlb, ...over }, service);
  const manifest = front.manifest("Service", "qwen3-nlb");
  const annotations = Object.fromEntries(
    Object.entries(manifest.metadata.annotations ?? {}).map(([key, text]) => [key.replace(prefix, ""), text]),
  );
  return { ...front, service: manifest, annotations };
}

describe("an NLB", () => {
  it("is told everything that the controller would take otherwise", async () => {
    const { annotations, url } = await made({}, { ...tls, maxRequestSeconds: 900 });
    expect(annotations).toEqual({
      scheme: "internal",
      "nlb-target-type": "ip",
      attributes: "load_balancing.cross_zone.enabled=true",
      "target-group-attributes":
        "deregistration_delay.timeout_seconds=970,deregistration_delay.connection_termination.enabled=true,target_health_state.unhealthy.connection_termination.enabled=false,preserve_client_ip.enabled=false,proxy_protocol_v2.enabled=false",
      "listener-attributes.TCP-443": "tcp.idle_timeout.seconds=960",
      "healthcheck-protocol": "HTTP",
      "healthcheck-port": "8080",
      "healthcheck-path": "/health",
      "healthcheck-interval": "5",
      "healthcheck-timeout": "4",
      "healthcheck-healthy-threshold": "2",
      "healthcheck-unhealthy-threshold": "2",
      "healthcheck-success-codes": "200",
    });
    expect(url).toBe("https://fake.example.com/v1");
  });

  it("is a Service of its own beside the gateway's, of the same pods", async () => {
    const { service, manifest } = await made();
    const inside = manifest("Service", "qwen3");
    expect(service.spec).toEqual({
      type: "LoadBalancer",
      loadBalancerClass: "service.k8s.aws/nlb",
      allocateLoadBalancerNodePorts: false,
      selector: inside.spec.selector,
      ports: [{ name: "https", port: 443, targetPort: "https" }],
    });
    expect(inside.spec.type).toBe("ClusterIP");
    expect(service.metadata.namespace).toBe(inside.metadata.namespace);
  });

  it("ends TLS itself, for short requests", async () => {
    const { annotations, service, url } = await made(
      { certificateArn, host: "qwen.example.com" },
      { maxRequestSeconds: 60 },
    );
    expect(annotations).toMatchObject({
      "ssl-cert": certificateArn,
      "ssl-ports": "443",
      "ssl-negotiation-policy": "ELBSecurityPolicy-TLS13-1-2-Res-2021-06",
      "backend-protocol": "tcp",
    });
    // its time is fixed
    expect(Object.keys(annotations).filter((key) => key.startsWith("listener-attributes"))).toEqual([]);
    expect(service.spec.ports).toEqual([{ name: "https", port: 443, targetPort: "http" }]);
    expect(url).toBe("https://qwen.example.com/v1");
  });

  it("speaks TLS to a gateway that has it", async () => {
    const { annotations, service } = await made({ certificateArn }, { ...tls, maxRequestSeconds: 60 });
    expect(annotations).toMatchObject({ "backend-protocol": "ssl" });
    expect(service.spec.ports).toEqual([{ name: "https", port: 443, targetPort: "https" }]);
  });

  it("passes plain HTTP on where nothing has TLS", async () => {
    const { annotations, service, url } = await made({}, {});
    expect(annotations).toHaveProperty(["listener-attributes.TCP-80"]);
    expect(service.spec.ports).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    expect(url).toBe("http://fake.example.com/v1");
  });

  it("lets requests run on that last longer than an hour", async () => {
    const { annotations } = await made({}, { ...tls, maxRequestSeconds: 5000 });
    expect(annotations["target-group-attributes"]).toContain(
      "deregistration_delay.timeout_seconds=3600,deregistration_delay.connection_termination.enabled=false",
    );
  });

  it("takes CIDRs, subnets, the internet, zones apart, and last changes", async () => {
    const { annotations, service } = await made({
      scheme: "internet-facing",
      inboundCidrs: ["10.0.0.0/8"],
      subnetIds: ["subnet-9"],
      crossZone: false,
      overrides: {
        service: {
          metadata: { annotations: { [`${prefix}name`]: "own" } },
          spec: { ipFamilyPolicy: "PreferDualStack" },
        },
      },
    });
    expect(annotations).toMatchObject({
      scheme: "internet-facing",
      subnets: "subnet-9",
      attributes: "load_balancing.cross_zone.enabled=false",
      name: "own",
    });
    expect(service.spec).toMatchObject({ loadBalancerSourceRanges: ["10.0.0.0/8"], ipFamilyPolicy: "PreferDualStack" });
  });

  it("is not made for a gateway that is told how it is reached", async () => {
    const { recorded } = await deployBehind(nlb, { gateway: { exposure: { kind: "cluster-ip" } } });
    expect(recorded.resources.filter(({ name: one }) => one.includes("nlb"))).toEqual([]);
  });

  it.each([
    [
      { sslPolicy: "ELBSecurityPolicy-TLS13-1-3-2021-06" },
      "loadBalancer.sslPolicy  has no effect where the NLB does not end TLS. Leave it out, or give certificateArn.",
    ],
    [{ webAclArn }, "loadBalancer.webAclArn  is not an argument."],
    [{ crossZone: "no" }, 'loadBalancer.crossZone  must be true or false, but it is "no".'],
    [{ scheme: "public" }, 'loadBalancer.scheme  must be "internal" or "internet-facing", but it is "public".'],
    [{ kind: "clb" }, 'loadBalancer.kind  must have the kind "alb" or "alb-ingress" or "nlb", but it is "clb".'],
  ])("is told what is wrong: %j", (over, told) => {
    expect(() => behind({ ...nlb, ...over } as never)).toThrow(told);
  });
});
