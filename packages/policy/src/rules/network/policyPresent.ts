import { over, type Rule } from "../../rule";
import { objectName } from "../../view";
import { policiesFor } from "./policies";

/** Some of the engine's routes ask for no key, so that the network must keep strangers out. */
export const policyPresent: Rule = {
  name: "network-policy-present",
  description: "A NetworkPolicy says who may reach the engines.",
  severity: "high",
  level: "mandatory",
  tags: ["network", "security"],
  remediation:
    "Add a NetworkPolicy that selects the engine pods and lets in only the gateway, the router and Prometheus.",
  scope: "stack",
  check: ({ resources, engines }) =>
    over(engines, ({ pod, resource }) =>
      policiesFor(pod, resources, "every").length > 0
        ? undefined
        : `no NetworkPolicy of this stack selects the pods of ${objectName(resource)}: every pod of the cluster reaches the engine, whose /metrics and health routes ask for no key. Add one with policyTypes [Ingress].`,
    ),
};
