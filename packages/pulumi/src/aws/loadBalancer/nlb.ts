import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { NlbPlan } from "@sonar-iac/topology";
import { override } from "../../args";
import { labelsOf } from "../../kube";
import { subnetIdsOf } from "../nodeGroup/subnets";
import { attributes, commas, under } from "./annotations";
import type { NlbArgs } from "./args";
import type { Parts } from "./parts";
import { defaultSslPolicy } from "./policy";

/** A second Service of the gateway's pods, of which the controller makes an NLB; from inside the cluster they are reached as before. */
export function nlbService(
  name: string,
  { args, plan, serviceName, service }: Parts<NlbArgs, NlbPlan>,
  opts: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const { listener, backend } = plan;
  const scheme = listener.port === 443 ? "https" : "http";
  const labels = labelsOf(serviceName, "gateway");
  const made = new k8s.core.v1.Service(
    name,
    override<k8s.core.v1.ServiceArgs>(
      {
        metadata: {
          name: `${serviceName}-nlb`,
          namespace: service.metadata.namespace,
          labels: labels.all,
          annotations: annotations(args, plan),
        },
        spec: {
          type: "LoadBalancer",
          loadBalancerClass: "service.k8s.aws/nlb",
          // targets are pods
          allocateLoadBalancerNodePorts: false,
          selector: labels.selector,
          ports: [{ name: scheme, port: listener.port, targetPort: backend.protocol === "HTTPS" ? "https" : "http" }],
          ...(args.inboundCidrs && { loadBalancerSourceRanges: args.inboundCidrs }),
        },
      },
      args.overrides?.service,
    ),
    opts,
  );
  const address = pulumi
    .all([made.status, made.metadata.name])
    .apply(([status, fallback]) => status?.loadBalancer?.ingress?.[0]?.hostname ?? fallback);
  return pulumi.interpolate`${scheme}://${args.host ?? address}/v1`;
}

/** Source: annotations of Services, AWS Load Balancer Controller 3. */
function annotations(args: NlbArgs, { internal, idleSeconds, listener, backend, health, ...plan }: NlbPlan) {
  const { certificateArn, subnetIds } = args;
  const tls = listener.protocol === "TLS";
  return under("service.beta.kubernetes.io/aws-load-balancer-", {
    scheme: internal ? "internal" : "internet-facing",
    "nlb-target-type": "ip",
    subnets: subnetIds && commas(subnetIdsOf(subnetIds)),
    attributes: attributes({ "load_balancing.cross_zone.enabled": plan.crossZone }),
    "target-group-attributes": attributes({
      "deregistration_delay.timeout_seconds": plan.deregistrationSeconds,
      "deregistration_delay.connection_termination.enabled": plan.connectionTermination,
      // a pod that finishes its requests no longer answers health checks, and must not lose them for it
      "target_health_state.unhealthy.connection_termination.enabled": false,
      // pods could not reach themselves through their own load balancer
      "preserve_client_ip.enabled": false,
      // the gateway does not speak it
      "proxy_protocol_v2.enabled": false,
    }),
    ...(tls
      ? {
          "ssl-cert": certificateArn,
          "ssl-ports": String(listener.port),
          "ssl-negotiation-policy": args.sslPolicy ?? defaultSslPolicy,
          "backend-protocol": backend.protocol === "HTTPS" ? "ssl" : "tcp",
        }
      : // listeners that end TLS have a time that is fixed
        { [`listener-attributes.TCP-${listener.port}`]: attributes({ "tcp.idle_timeout.seconds": idleSeconds }) }),
    "healthcheck-protocol": "HTTP",
    "healthcheck-port": String(health.port),
    "healthcheck-path": health.path,
    "healthcheck-interval": String(health.intervalSeconds),
    "healthcheck-timeout": String(health.timeoutSeconds),
    "healthcheck-healthy-threshold": String(health.threshold),
    "healthcheck-unhealthy-threshold": String(health.threshold),
    "healthcheck-success-codes": "200",
  });
}
