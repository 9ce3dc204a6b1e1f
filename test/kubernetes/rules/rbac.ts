import type { types } from "@pulumi/kubernetes";
import { child } from "../path";
import { dnsSubdomain, pathSegment } from "../syntax";
import type { Manifest, Partly } from "../types";
import { at, type Problems } from "./problems";

const GROUP = "rbac.authorization.k8s.io";

interface Role extends Manifest {
  rules?: Partly<types.output.rbac.v1.PolicyRule>[];
}

interface Binding extends Manifest {
  roleRef?: Partly<types.output.rbac.v1.RoleRef>;
  subjects?: Partly<types.output.rbac.v1.Subject>[];
}

/** A rule says what may be done, and to what. */
export function* roleRules({ kind, rules = [] }: Role): Problems {
  for (const [index, { verbs = [], apiGroups = [], resources = [], nonResourceURLs = [] }] of rules.entries()) {
    const path = child("rules", index);
    if (verbs.length === 0) yield `${path}.verbs: is required`;
    if (nonResourceURLs.length > 0) {
      if (kind === "Role") yield `${path}.nonResourceURLs: only a ClusterRole may have them`;
      if (apiGroups.length + resources.length > 0) yield `${path}.nonResourceURLs: must not stand beside resources`;
      continue;
    }
    if (apiGroups.length === 0) yield `${path}.apiGroups: is required; the core group is ""`;
    if (resources.length === 0) yield `${path}.resources: is required`;
  }
}

/** A binding names a role and who has it. */
export function* roleBinding({ kind, roleRef = {}, subjects = [] }: Binding): Problems {
  const kinds = kind === "RoleBinding" ? ["ClusterRole", "Role"] : ["ClusterRole"];
  if ((roleRef.apiGroup || GROUP) !== GROUP)
    yield `roleRef.apiGroup: must be ${GROUP}, is ${JSON.stringify(roleRef.apiGroup)}`;
  if (!kinds.includes(roleRef.kind ?? "")) yield `roleRef.kind: must be ${kinds.join(" or ")}, is ${roleRef.kind}`;
  yield* at("roleRef.name", pathSegment(roleRef.name ?? ""));
  for (const [index, subject] of subjects.entries()) {
    const path = child("subjects", index);
    if (!subject.name) yield `${path}.name: is required`;
    if (subject.kind !== "ServiceAccount") continue;
    if (subject.name) yield* at(`${path}.name`, dnsSubdomain(subject.name));
    if (subject.apiGroup) yield `${path}.apiGroup: must not be set for a ServiceAccount`;
    if (kind === "ClusterRoleBinding" && !subject.namespace)
      yield `${path}.namespace: is required for a ServiceAccount`;
  }
}
