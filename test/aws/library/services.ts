import * as sonar from "@sonar-iac/pulumi";
import { type AlbArgs, DevicePlugins, type EksArgs, eks, GpuNodeGroup } from "@sonar-iac/pulumi/aws";
import { certificateArn, cluster, first, subnetIds, webAclArn } from "./given";

const alb: AlbArgs = { kind: "alb", certificateArn };
const nodes = { instanceType: "g6e.12xlarge", max: 4 };

/** A service on a platform. */
export function service(platform: Partial<EksArgs>, args: Partial<sonar.ReplicatedServiceArgs> = {}, name = "qwen3") {
  new sonar.ReplicatedService(name, {
    platform: eks({ cluster, subnetIds, nodes, ...platform }),
    image: "registry.example.com/aphrodite:0.24.1",
    model: { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567" },
    replicas: 3,
    parallelism: { tensor: 2 },
    ...args,
  });
}

/** Programs with services: nodes, ways in, device plugins. */
export const services = new Map<string, () => void>(
  Object.entries({
    "nodes of its own": () => service({}),
    "nodes with EFA in a zone of its own": () =>
      service({ nodes: { instanceType: "p5.48xlarge", efa: true, subnetIds: [first] } }),
    "prefill and decode with EFA, on nodes of their own": () =>
      void new sonar.PDDisaggregation("qwen3", {
        platform: eks({
          cluster,
          subnetIds: [first],
          pools: {
            prefill: { instanceType: "p5.48xlarge", efa: true },
            decode: { instanceType: "p5en.48xlarge", efa: true },
          },
        }),
        image: "registry.example.com/aphrodite:0.24.1",
        model: { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567", maxLength: 32768 },
        prefill: { replicas: 2, parallelism: { tensor: 8 } },
        decode: { replicas: 2, parallelism: { tensor: 8 } },
      }),
    "nodes of one pool": () => service({ nodes: undefined, pools: { serve: nodes } }),
    "nodes that services share": () => {
      const shared = new GpuNodeGroup("shared", { cluster, subnetIds, ...nodes });
      for (const name of ["chat", "batch"]) service({ nodes: shared }, {}, name);
    },
    "device plugins": () => service({ devicePlugins: new DevicePlugins("gpu") }),
    "an internal ALB": () => service({ loadBalancer: alb }),
    "an ALB for the internet": () =>
      service({ loadBalancer: { ...alb, scheme: "internet-facing", inboundCidrs: ["203.0.113.0/24"], subnetIds } }),
    "an ALB with TLS up to the gateway": () =>
      service({ loadBalancer: { ...alb, host: "qwen.example.com" } }, { gateway: { tlsSecretName: "qwen-tls" } }),
    "an ALB with a web ACL and access logs": () =>
      service({ loadBalancer: { ...alb, webAclArn, accessLogs: { bucket: "own-access-logs", prefix: "qwen" } } }),
    "an ALB with access logs at the bucket's root": () =>
      service({ loadBalancer: { ...alb, accessLogs: { bucket: "own-access-logs" } } }),
    "an ALB with the longest requests": () => service({ loadBalancer: alb }, { maxRequestSeconds: 3000 }),
    "an ALB with the shortest requests": () => service({ loadBalancer: alb }, { maxRequestSeconds: 30 }),
    "an ALB with tags, a policy and overrides": () =>
      service({
        loadBalancer: {
          ...alb,
          tags: { owner: "llm" },
          sslPolicy: "ELBSecurityPolicy-TLS13-1-3-2021-06",
          overrides: { loadBalancer: { enableDeletionProtection: true }, targetGroup: { slowStart: 0 } },
        },
      }),
    "an ALB of the controller's": () =>
      service({ loadBalancer: { kind: "alb-ingress", host: "qwen.example.com", certificateArn, webAclArn } }),
    "an NLB": () => service({ loadBalancer: { kind: "nlb", certificateArn } }, { maxRequestSeconds: 290 }),
    "ALBs of two services": () => {
      for (const name of ["chat", "a-service-with-quite-a-long-name"]) service({ loadBalancer: alb }, {}, name);
    },
  }),
);
