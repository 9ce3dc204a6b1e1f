import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { AlbPlan } from "@sonar-iac/topology";

/** What the controller in the cluster is asked: to register the pods of the gateway's Service, and to let the load balancer reach them. */
export function bindingArgs(
  { backend, health }: AlbPlan,
  service: k8s.core.v1.Service,
  targetGroupArn: pulumi.Input<string>,
  securityGroupId: pulumi.Input<string>,
) {
  const ports = [...new Set([backend.port, health.port])];
  return {
    apiVersion: "elbv2.k8s.aws/v1beta1",
    kind: "TargetGroupBinding",
    metadata: { namespace: service.metadata.namespace },
    spec: {
      targetGroupARN: targetGroupArn,
      targetType: "ip",
      serviceRef: { name: service.metadata.name, port: backend.protocol === "HTTPS" ? 443 : 80 },
      networking: {
        ingress: [
          {
            from: [{ securityGroup: { groupID: securityGroupId } }],
            ports: ports.map((port) => ({ protocol: "TCP", port })),
          },
        ],
      },
    },
  };
}
