import { createHash } from "node:crypto";
import { runtime } from "@pulumi/pulumi";
import { BUILTIN_KINDS } from "../kubernetes/builtin";
import { isRecord } from "../kubernetes/path";

/** What a provider makes of a resource, in the form in which Pulumi sends it. What is absent in a preview is unknown. */
export interface Fake {
  id?: string;
  state: Record<string, unknown>;
  /** Secrets that the provider made up, in clear. */
  secrets?: string[];
}

/** A resource that a fake is asked for. */
export interface Asked {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  preview: boolean;
}

/** The API version and kind of a Kubernetes type token: `kubernetes:core/v1:Secret` is v1, Secret. */
export function groupVersionKind(type: string): { apiVersion: string; kind: string } {
  const [, groupVersion = "", kind = ""] = type.split(":");
  return { apiVersion: groupVersion.replace(/^core\//, ""), kind };
}

/** What a provider would answer: the inputs, and what it adds. */
export function fake(asked: Asked): Fake {
  if (asked.type.startsWith("kubernetes:")) return kubernetes(asked);
  if (asked.type.startsWith("random:")) return random(asked);
  if (asked.type.startsWith("aws:")) return aws(asked);
  const { name, inputs, preview } = asked;
  return { id: preview ? undefined : `${name}-id`, state: { ...inputs } };
}

/** Cluster address that a load balancer or an Ingress gets. */
const ADDRESS = { loadBalancer: { ingress: [{ hostname: "fake.example.com" }] } };

/** A physical name differs from the logical one, as it does in a cluster, and is not known before there is an object. */
function kubernetes({ type, name, inputs, preview }: Asked): Fake {
  const { apiVersion, kind } = groupVersionKind(type);
  const known = BUILTIN_KINDS.find((it) => it.apiVersion === apiVersion && it.kind === kind);
  const given = inputs.metadata ?? {};
  const prefix = isRecord(given) && typeof given.generateName === "string" ? given.generateName : `${name}-`;
  const made = preview ? runtime.unknownValue : `${prefix}abc123`;
  const metadata = isRecord(given)
    ? {
        name: made,
        uid: preview ? runtime.unknownValue : `${name}-uid`,
        ...(known?.namespaced !== false && { namespace: "default" }),
        ...given,
      }
    : given;
  const reached = kind === "Ingress" || (isRecord(inputs.spec) && inputs.spec.type === "LoadBalancer");
  return {
    id: preview || !isRecord(metadata) ? undefined : [metadata.namespace, metadata.name].filter(Boolean).join("/"),
    state: { ...inputs, metadata, ...(reached && !preview && { status: ADDRESS }) },
  };
}

/** What AWS gives is not known before there is a resource. */
function aws({ type, name, inputs, preview }: Asked): Fake {
  if (preview) return { state: { ...inputs } };
  const made = `${name}-abc123`;
  const kind = type.slice(type.lastIndexOf(":") + 1);
  const given = {
    NodeGroup: { nodeGroupName: `${inputs.nodeGroupNamePrefix ?? `${name}-`}abc123` },
    LaunchTemplate: { latestVersion: 1 },
    Bucket: { bucket: made },
    LoadBalancer: { dnsName: `${made}.elb.fake` },
    LustreFileSystem: { dnsName: `${made}.fsx.fake`, mountName: "fake" },
    SecretVersion: { arn: `arn:aws:secretsmanager:us-east-1:111122223333:secret:${made}`, versionId: "version-1" },
  }[kind];
  return { id: `${made}-id`, state: { arn: `arn:aws:fake:::${kind}/${made}`, name: made, ...given, ...inputs } };
}

/** Characters that look random, and are the same in every run. */
function characters(seed: string, length: number): string {
  let text = "";
  while (text.length < length) text += createHash("sha256").update(`${seed}${text}`).digest("hex");
  return text.slice(0, length);
}

function random({ type, name, inputs, preview }: Asked): Fake {
  if (preview) return { state: { ...inputs } };
  const length = Number(inputs.length ?? inputs.byteLength ?? 32);
  const result = characters(`${type} ${name}`, length);
  const state = {
    ...inputs,
    result,
    hex: result,
    base64: Buffer.from(result).toString("base64"),
    b64Url: Buffer.from(result).toString("base64url"),
    bcryptHash: `$2b$12$${characters(`bcrypt ${name}`, 53)}`,
  };
  return { id: name, state, ...(/Password|Bytes/.test(type) && { secrets: [result] }) };
}
