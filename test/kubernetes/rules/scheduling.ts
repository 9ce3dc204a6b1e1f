import { child } from "../path";
import type { Pod } from "../pods";
import { labelValue, qualifiedName } from "../syntax";
import { labelSet } from "./labels";
import { at, type Problems } from "./problems";

/** The node selector is a set of labels. */
export function* nodeSelector(pod: Pod): Problems {
  yield* labelSet(`${pod.path}.nodeSelector`, pod.template.spec?.nodeSelector);
}

/** Fields of a toleration fit together. */
export function* tolerations(pod: Pod): Problems {
  for (const [index, toleration] of (pod.template.spec?.tolerations ?? []).entries()) {
    const path = child(`${pod.path}.tolerations`, index);
    const { key = "", value = "", operator = "Equal", effect, tolerationSeconds } = toleration;
    if (key !== "") yield* at(`${path}.key`, qualifiedName(key));
    else if (operator !== "Exists") yield `${path}.operator: must be Exists where there is no key`;
    if (operator === "Equal") yield* at(`${path}.value`, labelValue(value));
    else if (value !== "") yield `${path}.value: must not be set with the operator Exists`;
    if (tolerationSeconds !== undefined && effect !== "NoExecute") {
      yield `${path}.effect: must be NoExecute where tolerationSeconds is set`;
    }
  }
}

/** Numbers of a spread constraint are above zero, and minDomains goes only with DoNotSchedule. */
export function* topologySpread(pod: Pod): Problems {
  for (const [index, constraint] of (pod.template.spec?.topologySpreadConstraints ?? []).entries()) {
    const path = child(`${pod.path}.topologySpreadConstraints`, index);
    const { maxSkew = 0, minDomains, whenUnsatisfiable, topologyKey, matchLabelKeys, labelSelector } = constraint;
    if (maxSkew < 1) yield `${path}.maxSkew: must be at least 1`;
    if (!topologyKey) yield `${path}.topologyKey: is required`;
    if (minDomains !== undefined && minDomains < 1) yield `${path}.minDomains: must be at least 1`;
    if (minDomains !== undefined && whenUnsatisfiable !== "DoNotSchedule") {
      yield `${path}.minDomains: works only with whenUnsatisfiable: DoNotSchedule`;
    }
    for (const [position, key] of (matchLabelKeys ?? []).entries()) {
      yield* at(child(`${path}.matchLabelKeys`, position), qualifiedName(key));
    }
    if (matchLabelKeys !== undefined && labelSelector === undefined)
      yield `${path}.matchLabelKeys: needs a labelSelector`;
  }
}

/** Pod affinity terms name what is one place; weights are from 1 to 100. */
export function* podAffinity(pod: Pod): Problems {
  for (const kind of ["podAffinity", "podAntiAffinity"] as const) {
    const path = `${pod.path}.affinity.${kind}`;
    const affinity = pod.template.spec?.affinity?.[kind];
    for (const [index, term] of (affinity?.requiredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
      const place = child(`${path}.requiredDuringSchedulingIgnoredDuringExecution`, index);
      yield* at(`${place}.topologyKey`, qualifiedName(term.topologyKey ?? ""));
    }
    for (const [index, term] of (affinity?.preferredDuringSchedulingIgnoredDuringExecution ?? []).entries()) {
      const place = child(`${path}.preferredDuringSchedulingIgnoredDuringExecution`, index);
      const weight = term.weight ?? 0;
      if (weight < 1 || weight > 100) yield `${place}.weight: ${weight} must be from 1 to 100`;
      yield* at(`${place}.podAffinityTerm.topologyKey`, qualifiedName(term.podAffinityTerm?.topologyKey ?? ""));
    }
  }
}
