import type { Definition, Made, Values } from "../../double/definition";
import { type Fields, isEmpty, later, type Place, render } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { type Attributes, attributeCalls, attributeFields, lbTags } from "./attributes";

const attributes: Attributes = {
  deregistrationDelay: ["deregistration_delay.timeout_seconds", 300],
  loadBalancingAlgorithmType: ["load_balancing.algorithm.type", "round_robin"],
  loadBalancingAnomalyMitigation: ["load_balancing.algorithm.anomaly_mitigation", "off"],
  loadBalancingCrossZoneEnabled: ["load_balancing.cross_zone.enabled", "use_load_balancer_configuration"],
  slowStart: ["slow_start.duration_seconds", 0],
};
const { after, update } = attributeCalls({
  operation: "ModifyTargetGroupAttributes",
  arn: "TargetGroupArn",
  attributes,
});

const health: Fields = {
  enabled: "HealthCheckEnabled",
  healthyThreshold: "HealthyThresholdCount",
  interval: "HealthCheckIntervalSeconds",
  matcher: "Matcher.HttpCode",
  path: "HealthCheckPath",
  port: { to: "HealthCheckPort", as: String },
  protocol: "HealthCheckProtocol",
  timeout: "HealthCheckTimeoutSeconds",
  unhealthyThreshold: "UnhealthyThresholdCount",
};
const healthCheck: Place = { to: "health", fields: health };
/** The health check's fields are the request's own. */
const flatten = ({ health: check, ...params }: Values): Values => ({ ...params, ...(check as Values | undefined) });

const modify = ({ id, inputs }: Made) => [
  {
    service: "elbv2" as const,
    operation: "ModifyTargetGroup",
    params: { TargetGroupArn: id, ...render((inputs.healthCheck ?? {}) as Values, health).params },
  },
];

function problems(inputs: Values): string[] {
  const { loadBalancingAlgorithmType: algorithm, slowStart, deregistrationDelay, healthCheck: check } = inputs;
  const algorithms = ["round_robin", "least_outstanding_requests", "weighted_random"];
  const { interval = 30, timeout = 5 } = (check ?? {}) as Record<string, number>;
  return [
    ...(isEmpty(algorithm) || algorithms.includes(String(algorithm))
      ? []
      : [`loadBalancingAlgorithmType: "${algorithm}" is none of ${algorithms.join(", ")}`]),
    ...(Number(slowStart ?? 0) > 0 && !isEmpty(algorithm) && algorithm !== "round_robin"
      ? [`slowStart: ${algorithm} has none`]
      : []),
    ...(Number(slowStart ?? 0) > 0 && (Number(slowStart) < 30 || Number(slowStart) > 900)
      ? [`slowStart: ${slowStart} is neither 0 nor 30 to 900`]
      : []),
    ...(Number(deregistrationDelay ?? 300) < 0 || Number(deregistrationDelay ?? 300) > 3600
      ? [`deregistrationDelay: ${deregistrationDelay} is outside 0 to 3600`]
      : []),
    ...(timeout >= interval ? [`healthCheck.timeout: ${timeout} is not below interval ${interval}`] : []),
  ];
}

export const targetGroup: Definition = {
  type: token.targetGroup,
  autoname: { input: "name", max: 32 },
  create: {
    service: "elbv2",
    operation: "CreateTargetGroup",
    fields: {
      ...attributeFields(attributes),
      healthCheck,
      ipAddressType: "IpAddressType",
      name: "Name",
      namePrefix: later(),
      port: "Port",
      protocol: "Protocol",
      protocolVersion: "ProtocolVersion",
      tags: tags(),
      targetType: "TargetType",
      vpcId: "VpcId",
    },
    shape: flatten,
  },
  result: ({ TargetGroups }) => {
    const [{ TargetGroupArn: id }] = TargetGroups as [{ TargetGroupArn: string }];
    return { id, outputs: { arn: id, arnSuffix: id.split(":").at(-1), loadBalancerArns: [] } };
  },
  answer: ({ name }) => ({
    TargetGroups: [{ TargetGroupArn: arn("elasticloadbalancing", `targetgroup/${name}/${freshId("", 16)}`) }],
  }),
  after,
  fixed: ["ipAddressType", "name", "namePrefix", "port", "protocol", "protocolVersion", "targetType", "vpcId"],
  updates: [update, { inputs: ["healthCheck"], calls: modify }, lbTags],
  read: ({ id }) => ({ service: "elbv2", operation: "DescribeTargetGroups", params: { TargetGroupArns: [id] } }),
  remove: ({ id }) => [{ service: "elbv2", operation: "DeleteTargetGroup", params: { TargetGroupArn: id } }],
  holds: ({ vpcId }) => holds(token.vpc, vpcId),
  rules: problems,
};
