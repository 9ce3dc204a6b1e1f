import type { Definition, Made, Values } from "../../double/definition";
import { type Fields, isEmpty, only, render } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { tags } from "../../double/tags";
import { arn } from "../arn";
import { token } from "../tokens";
import { lbTags } from "./attributes";

const action: Fields = {
  fixedResponse: {
    to: "FixedResponseConfig",
    fields: { contentType: "ContentType", messageBody: "MessageBody", statusCode: "StatusCode" },
  },
  forward: {
    to: "ForwardConfig",
    fields: {
      stickiness: {
        to: "TargetGroupStickinessConfig",
        fields: { duration: "DurationSeconds", enabled: "Enabled" },
      },
      targetGroups: { to: "TargetGroups", each: { arn: "TargetGroupArn", weight: "Weight" } },
    },
  },
  order: "Order",
  redirect: {
    to: "RedirectConfig",
    fields: {
      host: "Host",
      path: "Path",
      port: "Port",
      protocol: "Protocol",
      query: "Query",
      statusCode: "StatusCode",
    },
  },
  targetGroupArn: "TargetGroupArn",
  type: "Type",
};

const changeable: Fields = {
  alpnPolicy: only("AlpnPolicy"),
  certificateArn: { to: "Certificates", as: (CertificateArn) => [{ CertificateArn }] },
  defaultActions: { to: "DefaultActions", each: action },
  mutualAuthentication: {
    to: "MutualAuthentication",
    fields: {
      advertiseTrustStoreCaNames: "AdvertiseTrustStoreCaNames",
      ignoreClientCertificateExpiry: "IgnoreClientCertificateExpiry",
      mode: "Mode",
      trustStoreArn: "TrustStoreArn",
    },
  },
  port: "Port",
  protocol: "Protocol",
  sslPolicy: "SslPolicy",
};

const targetGroups = ({ defaultActions }: Values) =>
  ((defaultActions ?? []) as Values[]).flatMap(({ targetGroupArn, forward }) => {
    const all = ((forward ?? {}) as { targetGroups?: { arn: string }[] }).targetGroups ?? [];
    return [...(isEmpty(targetGroupArn) ? [] : [targetGroupArn]), ...all.map((one) => one.arn)];
  });

const modify = ({ id, inputs }: Made) => {
  const all = Object.fromEntries(Object.keys(changeable).map((name) => [name, inputs[name]]));
  return [
    {
      service: "elbv2" as const,
      operation: "ModifyListener",
      params: { ListenerArn: id, ...render(all, changeable).params },
    },
  ];
};

function tls({ protocol, certificateArn, sslPolicy }: Values): string[] {
  if (protocol !== "HTTPS" && protocol !== "TLS")
    return [
      ...(isEmpty(certificateArn) ? [] : [`certificateArn: ${protocol} has no certificate`]),
      ...(isEmpty(sslPolicy) ? [] : [`sslPolicy: ${protocol} has no TLS`]),
    ];
  return [
    ...(isEmpty(certificateArn) ? [`certificateArn: ${protocol} needs a certificate`] : []),
    ...(isEmpty(sslPolicy) || /^ELBSecurityPolicy-/.test(String(sslPolicy))
      ? []
      : [`sslPolicy: "${sslPolicy}" is none`]),
  ];
}

export const listener: Definition = {
  type: token.listener,
  create: {
    service: "elbv2",
    operation: "CreateListener",
    fields: { ...changeable, loadBalancerArn: "LoadBalancerArn", tags: tags() },
  },
  result: ({ Listeners }) => {
    const [{ ListenerArn: id }] = Listeners as [{ ListenerArn: string }];
    return { id, outputs: { arn: id } };
  },
  answer: () => ({
    Listeners: [{ ListenerArn: arn("elasticloadbalancing", `listener/app/x/${freshId("", 16)}/${freshId("", 16)}`) }],
  }),
  fixed: ["loadBalancerArn"],
  updates: [{ inputs: Object.keys(changeable), calls: modify }, lbTags],
  read: ({ id }) => ({ service: "elbv2", operation: "DescribeListeners", params: { ListenerArns: [id] } }),
  remove: ({ id }) => [{ service: "elbv2", operation: "DeleteListener", params: { ListenerArn: id } }],
  holds: (inputs) => [
    ...holds(token.loadBalancer, inputs.loadBalancerArn),
    ...holds(token.targetGroup, targetGroups(inputs), "ResourceInUse"),
    ...holds(token.certificate, inputs.certificateArn, "ResourceInUseException"),
  ],
  rules: tls,
};
