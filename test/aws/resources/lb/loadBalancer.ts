import type { Call, Definition, Made, Values } from "../../double/definition";
import { isEmpty, later } from "../../double/fields";
import { holds, type Live } from "../../double/live";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { region } from "../region";
import { token } from "../tokens";
import { type Attributes, attributeCalls, attributeFields, lbTags } from "./attributes";

const attributes: Attributes = {
  clientKeepAlive: ["client_keep_alive.seconds", 3600],
  desyncMitigationMode: ["routing.http.desync_mitigation_mode", "defensive"],
  dropInvalidHeaderFields: ["routing.http.drop_invalid_header_fields.enabled", false],
  enableCrossZoneLoadBalancing: ["load_balancing.cross_zone.enabled", true],
  enableDeletionProtection: ["deletion_protection.enabled", false],
  enableHttp2: ["routing.http2.enabled", true],
  enableTlsVersionAndCipherSuiteHeaders: ["routing.http.x_amzn_tls_version_and_cipher_suite.enabled", false],
  enableWafFailOpen: ["waf.fail_open.enabled", false],
  enableXffClientPort: ["routing.http.xff_client_port.enabled", false],
  enableZonalShift: ["zonal_shift.config.enabled", false],
  idleTimeout: ["idle_timeout.timeout_seconds", 60],
  preserveHostHeader: ["routing.http.preserve_host_header.enabled", false],
  xffHeaderProcessingMode: ["routing.http.xff_header_processing.mode", "append"],
};
const { after, update } = attributeCalls({
  operation: "ModifyLoadBalancerAttributes",
  arn: "LoadBalancerArn",
  attributes,
});

const set = (operation: string, input: string, parameter: string) => ({
  inputs: [input],
  calls: ({ id, inputs }: { id: string; inputs: Values }) => [
    { service: "elbv2" as const, operation, params: { LoadBalancerArn: id, [parameter]: inputs[input] } },
  ],
});

/** Access logs are three attributes. */
const logs = ({ id, inputs }: Made): Call[] => {
  const { bucket = "", prefix = "", enabled = false } = (inputs.accessLogs ?? {}) as Values;
  const Attributes = Object.entries({ bucket, prefix, enabled }).map(([key, value]) => ({
    Key: `access_logs.s3.${key}`,
    Value: String(value),
  }));
  return [{ service: "elbv2", operation: "ModifyLoadBalancerAttributes", params: { LoadBalancerArn: id, Attributes } }];
};

const range = (inputs: Values, name: string, low: number, high: number) =>
  inputs[name] === undefined || (Number(inputs[name]) >= low && Number(inputs[name]) <= high)
    ? []
    : [`${name}: ${inputs[name]} is outside ${low} to ${high}`];

/** An application load balancer stands in at least two zones, with one subnet in each. */
function zones({ subnets, loadBalancerType }: Values, live: Live): string[] {
  if (loadBalancerType !== undefined && loadBalancerType !== "application") return [];
  const ids = (subnets ?? []) as string[];
  if (ids.length < 2) return ["subnets: an application load balancer needs two zones"];
  const known = ids.map((id) => live.find(token.subnet, id)?.inputs.availabilityZone);
  return known.includes(undefined) || new Set(known).size === ids.length ? [] : ["subnets: two are in one zone"];
}

export const loadBalancer: Definition = {
  type: token.loadBalancer,
  autoname: { input: "name", max: 32 },
  create: {
    service: "elbv2",
    operation: "CreateLoadBalancer",
    fields: {
      ...attributeFields(attributes),
      accessLogs: later({ fields: { bucket: "bucket", prefix: "prefix", enabled: "enabled" } }),
      internal: { to: "Scheme", as: (internal) => (internal === true ? "internal" : "internet-facing") },
      ipAddressType: "IpAddressType",
      loadBalancerType: "Type",
      name: "Name",
      namePrefix: later(),
      securityGroups: "SecurityGroups",
      subnets: "Subnets",
      tags: tags(),
    },
    shape: (params) => ({ Scheme: "internet-facing", Type: "application", ...params }),
  },
  result: ({ LoadBalancers }) => {
    const [{ LoadBalancerArn: id, DNSName }] = LoadBalancers as [{ LoadBalancerArn: string; DNSName: string }];
    return {
      id,
      outputs: { arn: id, dnsName: DNSName, zoneId: "Z1H1FL5HABSF5", arnSuffix: id.split("loadbalancer/")[1] },
    };
  },
  answer: ({ name }) => ({
    LoadBalancers: [
      {
        LoadBalancerArn: arn("elasticloadbalancing", `loadbalancer/app/${name}/${freshId("", 16)}`),
        DNSName: `${name}-1.${region}.elb.amazonaws.com`,
      },
    ],
  }),
  after: (made) => [...after(made), ...(isEmpty(made.inputs.accessLogs) ? [] : logs(made))],
  unordered: ["subnets", "securityGroups"],
  fixed: ["internal", "loadBalancerType", "name", "namePrefix"],
  updates: [
    update,
    { inputs: ["accessLogs"], calls: logs },
    set("SetSubnets", "subnets", "Subnets"),
    set("SetSecurityGroups", "securityGroups", "SecurityGroups"),
    set("SetIpAddressType", "ipAddressType", "IpAddressType"),
    lbTags,
  ],
  read: ({ id }) => ({ service: "elbv2", operation: "DescribeLoadBalancers", params: { LoadBalancerArns: [id] } }),
  remove: ({ id }) => [{ service: "elbv2", operation: "DeleteLoadBalancer", params: { LoadBalancerArn: id } }],
  holds: ({ subnets, securityGroups }) => [
    ...holds(token.subnet, subnets, "DependencyViolation"),
    ...holds(token.securityGroup, securityGroups, "DependencyViolation"),
  ],
  rules: (inputs, live) => [
    ...(/^(?!internal-)(?!-)[A-Za-z0-9-]{1,32}(?<!-)$/.test(String(inputs.name))
      ? []
      : [`name: "${inputs.name}" is not 1 to 32 letters, digits and hyphens`]),
    ...range(inputs, "idleTimeout", 1, 4000),
    ...range(inputs, "clientKeepAlive", 60, 604_800),
    ...zones(inputs, live),
    ...(isEmpty(inputs.accessLogs) || !isEmpty((inputs.accessLogs as Values).bucket)
      ? []
      : ["accessLogs.bucket: is missing"]),
  ],
  beforeRemoval: ({ inputs }) =>
    inputs.enableDeletionProtection === true ? ["OperationNotPermitted: deletion protection is on"] : [],
};
