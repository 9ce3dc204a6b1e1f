import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import type { AlbPlan } from "@sonar-iac/topology";
import { override } from "../../args";
import { labelsOf } from "../../kube";
import { subnetIdsOf } from "../nodeGroup/subnets";
import { attributes, commas, under } from "./annotations";
import type { AlbIngressArgs } from "./args";
import type { Parts } from "./parts";
import { defaultSslPolicy } from "./policy";

/** An Ingress of which the controller makes an ALB. Pulumi waits until it has an address, and at the end until the ALB is gone. */
export function albIngress(
  name: string,
  { args, plan, serviceName, service }: Parts<AlbIngressArgs, AlbPlan>,
  opts: pulumi.CustomResourceOptions,
): pulumi.Output<string> {
  const { host, overrides } = args;
  const port = { name: plan.backend.protocol === "HTTPS" ? "https" : "http" };
  const backend = { service: { name: service.metadata.name, port } };
  new k8s.networking.v1.Ingress(
    name,
    override<k8s.networking.v1.IngressArgs>(
      {
        metadata: {
          name: serviceName,
          namespace: service.metadata.namespace,
          labels: labelsOf(serviceName, "gateway").all,
          annotations: annotations(args, plan),
        },
        spec: {
          ingressClassName: args.className ?? "alb",
          rules: [{ host, http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }],
        },
      },
      overrides?.ingress,
    ),
    opts,
  );
  return pulumi.interpolate`https://${host}/v1`;
}

/** Source: annotations of Ingresses, AWS Load Balancer Controller 3. */
function annotations(args: AlbIngressArgs, { internal, idleSeconds, deregistrationSeconds, backend, health }: AlbPlan) {
  const { certificateArn, webAclArn, group, inboundCidrs, subnetIds } = args;
  return under("alb.ingress.kubernetes.io/", {
    scheme: internal ? "internal" : "internet-facing",
    "target-type": "ip",
    // no listener for plain HTTP: a redirect would have clients send their keys in clear first, every time
    "listen-ports": '[{"HTTPS":443}]',
    "certificate-arn": certificateArn,
    "ssl-policy": args.sslPolicy ?? defaultSslPolicy,
    "load-balancer-attributes": attributes({
      "idle_timeout.timeout_seconds": idleSeconds,
      "routing.http.drop_invalid_header_fields.enabled": true,
    }),
    "backend-protocol": backend.protocol,
    "target-group-attributes": attributes({
      // by requests, not by turns: one may take minutes
      "load_balancing.algorithm.type": "least_outstanding_requests",
      "deregistration_delay.timeout_seconds": deregistrationSeconds,
    }),
    "healthcheck-protocol": "HTTP",
    "healthcheck-port": String(health.port),
    "healthcheck-path": health.path,
    "healthcheck-interval-seconds": String(health.intervalSeconds),
    "healthcheck-timeout-seconds": String(health.timeoutSeconds),
    "healthy-threshold-count": String(health.threshold),
    "unhealthy-threshold-count": String(health.threshold),
    "success-codes": "200",
    "group.name": group?.name,
    "group.order": group?.order === undefined ? undefined : String(group.order),
    "inbound-cidrs": inboundCidrs && commas(inboundCidrs),
    subnets: subnetIds && commas(subnetIdsOf(subnetIds)),
    "wafv2-acl-arn": webAclArn,
  });
}
