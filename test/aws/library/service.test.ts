import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Stack } from "../../cluster/pulumi/pulumi";
import { token } from "../resources/tokens";
import { give } from "../scenario/given";
import { awsStack, patience } from "../scenario/stack";
import { type Started, startSidecar } from "../sidecar/start";
import { made, only, order, steps } from "./engine";

const service = {
  image: "registry.example.com/aphrodite:0.24.1",
  model: { source: "Qwen/Qwen3-32B", revision: "0123456789abcdef0123456789abcdef01234567" },
  replicas: 3,
  parallelism: { tensor: 2 },
  nodes: { instanceType: "g6e.12xlarge", max: 4 },
};

let started: Started;
let stack: Stack;
let total: number;
// no cluster is needed: Kubernetes' own provider writes files
const files = mkdtempSync(join(tmpdir(), "sonar-rendered-"));

beforeAll(async () => {
  started = await startSidecar();
  const given = await give(started.sidecar);
  stack = await awsStack("library", started.sidecar, { given, service, "kubernetes:renderYamlToDirectory": files });
}, patience);
afterAll(async () => {
  rmSync(files, { recursive: true, force: true });
  stack?.remove();
  await started?.stop();
});

const change = async (over: object) => {
  await stack.configure({ service: { ...service, ...over } });
  return stack.up();
};
const rendered = () =>
  readdirSync(files, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yaml"));

// one stack goes through them: each `it` begins where the one before ended
describe.sequential("a service on EKS behind an ALB, on the real engine", { timeout: patience }, () => {
  it("is made, with its nodes and its way in", async () => {
    const { changes } = await stack.up();
    expect(changes).toEqual({ created: expect.any(Number) });
    total = changes.created as number;
    const types = new Set((await made(started.sidecar)).map(({ type }) => type));
    const { nodeGroup, launchTemplate, role, rolePolicyAttachment } = token;
    const { loadBalancer, listener, targetGroup, securityGroup } = token;
    const nodes = [nodeGroup, launchTemplate, role, rolePolicyAttachment];
    expect(types).toEqual(new Set([...nodes, loadBalancer, listener, targetGroup, securityGroup]));
    expect(rendered().some((name) => name.includes("targetgroupbinding"))).toBe(true);
  });

  it("stays as it is the second time", async () => {
    expect((await stack.up(["--expect-no-changes"])).changes).toEqual({ unchanged: total });
  });

  it("has more nodes with more replicas, in the same update", async () => {
    const { inputs } = await only(started.sidecar, token.nodeGroup);
    expect(inputs.scalingConfig).toEqual({ minSize: 2, maxSize: 4, desiredSize: 2 });
    const result = await change({ replicas: 5 });
    const wanted = ["NodeGroup chat-nodes updated", "StatefulSet chat-serve updated"];
    expect(order(result, ...wanted)).toEqual(wanted);
    const { inputs: now } = await only(started.sidecar, token.nodeGroup);
    expect(now.scalingConfig).toEqual({ minSize: 3, maxSize: 4, desiredSize: 3 });
  });

  it("moves to nodes of another instance type before the old ones go", async () => {
    const result = await change({ replicas: 5, nodes: { ...service.nodes, instanceType: "g6e.24xlarge" } });
    const wanted = [
      "NodeGroup chat-nodes created replacement",
      "StatefulSet chat-serve updated",
      "NodeGroup chat-nodes deleted original",
    ];
    expect(order(result, ...wanted)).toEqual(wanted);
  });

  it("waits longer at the load balancer with longer requests, in place", async () => {
    const nodes = { ...service.nodes, instanceType: "g6e.24xlarge" };
    const result = await change({ replicas: 5, nodes, maxRequestSeconds: 800 });
    const own = steps(result).filter((step) => /^(LoadBalancer|TargetGroup|Listener|TargetGroupBinding) /.test(step));
    expect(own.sort()).toEqual(["LoadBalancer chat-gateway-alb updated", "TargetGroup chat-gateway-alb updated"]);
    expect((await only(started.sidecar, token.loadBalancer)).inputs).toMatchObject({ idleTimeout: 860 });
  });

  it("has a new target group with TLS up to the gateway, and the listener goes to it before the old one goes", async () => {
    const nodes = { ...service.nodes, instanceType: "g6e.24xlarge" };
    const result = await change({ replicas: 5, nodes, maxRequestSeconds: 800, gateway: { tlsSecretName: "qwen-tls" } });
    const wanted = [
      "TargetGroup chat-gateway-alb created replacement",
      "Listener chat-gateway-alb updated",
      "TargetGroupBinding chat-gateway-alb-binding created replacement",
      "TargetGroupBinding chat-gateway-alb-binding deleted original",
      "TargetGroup chat-gateway-alb deleted original",
    ];
    expect(order(result, ...wanted)).toEqual(wanted);
  });

  it("goes in an order that AWS accepts, and leaves nothing", async () => {
    expect((await stack.destroy()).changes).toEqual({ deleted: total });
    expect(await made(started.sidecar)).toEqual([]);
    expect(rendered()).toEqual([]);
  });
});
