import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { rules } from "../rules";
import { policyOf, type Undecided } from "./policy";

const undecided: Undecided[] = [];

/** Tells, without stopping anything, what rules could not decide: the engine has no level of its own for that. */
const notCheckable: StackValidationPolicy = {
  name: "not-checkable-here",
  description: "What a rule needs to know stands outside of this stack: it has neither passed nor failed.",
  enforcementLevel: "advisory",
  severity: "low",
  validateStack: (_, report) => {
    for (const { rule, urn, reason } of undecided.splice(0)) report(`${rule} is not checked: ${reason}.`, urn);
  },
};

/** Every rule as an object of @pulumi/policy, for a policy pack of your own: `new PolicyPack("mine", { policies })`. */
export const policies: (ResourceValidationPolicy | StackValidationPolicy)[] = [
  ...rules.map((rule) => policyOf(rule, undecided)),
  notCheckable,
];
