import { type LoadBalancerSpec, planReplicatedService, type ReplicatedServiceSpec } from "@sonar-iac/topology";
import { expect, it } from "vitest";
import { requestSentence } from "./sentences";
import { serviceTree } from "./service";

function planOf(loadBalancer: LoadBalancerSpec, over: Partial<ReplicatedServiceSpec> = {}) {
  const { plan, problems } = planReplicatedService("chat", {
    platform: { nodes: {}, loadBalancer },
    model: { source: "org/model" },
    ...over,
  });
  if (!plan) throw new Error(JSON.stringify(problems));
  return plan;
}

const tls = { gateway: { tls: true } };
const short = { maxRequestSeconds: 60 };

it.each<[LoadBalancerSpec, Partial<ReplicatedServiceSpec>, string]>([
  [{ kind: "alb" }, {}, "by an ALB inside the VPC"],
  [{ kind: "alb", internal: false }, tls, "by an ALB from the internet, with TLS"],
  [{ kind: "alb-ingress" }, {}, "by an ALB inside the VPC that is made of an Ingress"],
  [{ kind: "alb-ingress", internal: false }, {}, "by an ALB from the internet that is made of an Ingress"],
  [{ kind: "nlb" }, {}, "by an NLB inside the VPC"],
  [{ kind: "nlb", internal: false }, tls, "by an NLB from the internet, with TLS"],
  [{ kind: "nlb", tls: true }, short, "by an NLB inside the VPC that ends TLS"],
  [{ kind: "alb" }, { gateway: { exposure: "cluster-ip" } }, "inside the cluster"],
])("a gateway behind %j is reached in one line: %j", (spec, over, reached) => {
  const gateway = serviceTree("chat", planOf(spec, over), []).branches.find(({ label }) => label === "gateway");
  expect(gateway?.lines.map(({ text }) => text.split("; reached ")[1])).toEqual([reached]);
});

it("is told with the time that it has, where that is not the clock's", () => {
  expect(requestSentence(planOf({ kind: "nlb" }))).toContain("load balancer 660.");
  expect(requestSentence(planOf({ kind: "nlb", tls: true }, short))).toContain("load balancer 350.");
});
