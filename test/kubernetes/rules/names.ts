import type { Kind } from "../builtin";
import { dnsLabel, dnsSubdomain, pathSegment, type Syntax } from "../syntax";
import type { Manifest, Of } from "../types";
import { at, type Problems } from "./problems";

/** Kinds whose name is not a DNS subdomain. */
const SYNTAX: Record<string, Syntax> = {
  ClusterRole: pathSegment,
  ClusterRoleBinding: pathSegment,
  Namespace: dnsLabel,
  Role: pathSegment,
  RoleBinding: pathSegment,
  Service: dnsLabel,
  StatefulSet: dnsLabel,
};

/** An object has a name, or a prefix for one, in the form that its kind wants. */
export function* objectName({ kind, metadata }: Manifest): Problems {
  const { name, generateName } = metadata ?? {};
  if (name === undefined && generateName === undefined) yield "metadata.name: is required";
  if (name !== undefined) yield* at("metadata.name", (SYNTAX[kind] ?? dnsSubdomain)(name));
}

/** Only objects of namespaced kinds name a namespace. */
export function* namespace({ metadata }: Manifest, { kind, namespaced }: Kind): Problems {
  const name = metadata?.namespace;
  if (name === undefined) return;
  if (namespaced) yield* at("metadata.namespace", dnsLabel(name));
  else yield `metadata.namespace: a ${kind} is in no namespace; leave the field out`;
}

const tooLong = (name: string, max: number, why: string) =>
  name.length <= max
    ? undefined
    : `${JSON.stringify(name)} has ${name.length} characters, at most ${max} are allowed: ${why}`;

/**
 * A StatefulSet's name is at most 52 characters: its pods' label controller-revision-hash is that name, a hyphen and a
 * hash of 10. The API server takes a longer one, and then no pod ever starts. A LeaderWorkerSet makes a StatefulSet for
 * each group, with the group's index behind its own name.
 */
export function* statefulSetName({ kind, metadata, spec }: Of<{ replicas: number }>): Problems {
  const why = "the pods' label controller-revision-hash adds 11, and a label's value holds 63";
  const name = metadata?.name ?? "";
  const last = kind === "LeaderWorkerSet" ? `-${Math.max((spec?.replicas ?? 1) - 1, 0)}` : "";
  yield* at("metadata.name", tooLong(name, 52 - last.length, why));
}

/** A CronJob's name is at most 52 characters, because its Jobs' names add 11. */
export function* cronJobName({ metadata }: Manifest): Problems {
  yield* at("metadata.name", tooLong(metadata?.name ?? "", 52, "its Jobs' names add 11, and theirs hold 63"));
}

/** A Job's name is also the value of a label on its pods. */
export function* jobName({ metadata }: Manifest): Problems {
  yield* at("metadata.name", tooLong(metadata?.name ?? "", 63, "it is the value of the pods' label job-name"));
}
