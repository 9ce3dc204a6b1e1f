import { loadBalancerLimits } from "@sonar-iac/topology";
import { type EngineView, numberOption } from "../../engine";
import { attempt, numberSetting, over, type Rule, type Settings } from "../../rule";
import { type Fields, kindOf, type ResourceView } from "../../view";
import { roleOf } from "../disaggregation/transferConfig";
import { isAlb, loadBalancerTypes } from "./scheme";

/** What ALBs and ingress-nginx wait for in silence unless they are told otherwise, in seconds. */
const usual = 60;
const attributes = "alb.ingress.kubernetes.io/load-balancer-attributes";
const nginxRead = "nginx.ingress.kubernetes.io/proxy-read-timeout";

/** A long prefill, or a request that is not streamed, is silent until it is done. */
export const idleTime: Rule = {
  name: "idle-time-outlasts-requests",
  description: "Load balancers and Ingresses wait in silence for as long as a request may take.",
  severity: "high",
  level: "mandatory",
  tags: ["network", "lifecycle"],
  remediation: `Set the idle time above the longest request: idleTimeout of an ALB (up to ${loadBalancerLimits.albIdle} s), ${nginxRead} of ingress-nginx.`,
  scope: "stack",
  settings: {
    maxRequestSeconds: {
      type: "integer",
      minimum: 1,
      description: "longest request; else the longest --shutdown-timeout of the stack's engines",
    },
  },
  check: ({ resources, engines, settings }) => {
    let longest: number | undefined;
    const open = attempt(undefined, () => {
      longest = longestRequest(engines, settings);
      return [];
    });
    if (longest === undefined) return resources.some(waits) ? open : [];
    const needed = longest;
    return over(resources, (resource) => {
      const seconds = idleSeconds(resource);
      if (seconds === undefined || seconds >= needed) return undefined;
      const way =
        needed > loadBalancerLimits.albIdle && !isNginx(resource.fields)
          ? `An ALB waits ${loadBalancerLimits.albIdle} s at most. Use an NLB.`
          : `Set it to ${needed + 15} or more.`;
      return `it closes connections that are silent for ${seconds} s, but requests may take ${needed} s. ${way}`;
    });
  },
};

function longestRequest(engines: readonly EngineView[], settings: Settings): number | undefined {
  const given = numberSetting(settings, "maxRequestSeconds");
  if (given !== undefined) return given;
  const drains = engines
    // prefill also waits until its blocks are fetched: decode's is as long as a request
    .filter((engine) => roleOf(engine) !== "prefill")
    .map((engine) => numberOption(engine, "shutdown-timeout") ?? 0)
    .filter((seconds) => seconds > 0);
  return drains.length === 0 ? undefined : Math.max(...drains);
}

const waits = (resource: ResourceView) => loadBalancerTypes.includes(resource.type) || kindOf(resource) === "Ingress";

/** Seconds of silence; undefined for what has none. */
function idleSeconds(resource: ResourceView): number | undefined {
  const { fields, type } = resource;
  if (loadBalancerTypes.includes(type)) {
    if ((fields.at("loadBalancerType").text() ?? "application") !== "application") return undefined;
    return fields.at("idleTimeout").number() ?? usual;
  }
  if (kindOf(resource) !== "Ingress") return undefined;
  const annotations = fields.at("metadata", "annotations");
  if (isAlb(fields))
    return Number(/idle_timeout\.timeout_seconds=(\d+)/.exec(annotations.at(attributes).text() ?? "")?.[1] ?? usual);
  return isNginx(fields) ? (annotations.at(nginxRead).number() ?? usual) : undefined;
}

function isNginx(fields: Fields): boolean {
  const annotations = fields.at("metadata", "annotations");
  const className =
    fields.at("spec", "ingressClassName").text() ?? annotations.at("kubernetes.io/ingress.class").text();
  return (
    className === "nginx" || annotations.entries().some(([name]) => name.startsWith("nginx.ingress.kubernetes.io/"))
  );
}
