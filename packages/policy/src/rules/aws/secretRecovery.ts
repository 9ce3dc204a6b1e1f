import { over, type Rule } from "../../rule";
import { types } from "./types";

/** Days that Secrets Manager itself chooses. */
const usualDays = 30;

/** A secret that is deleted at once takes every key with it, and its name is gone while nothing can bring it back. */
export const secretRecovery: Rule = {
  name: "secret-recovery-window",
  description: "A deleted secret can be brought back for some days.",
  severity: "medium",
  level: "mandatory",
  tags: ["aws", "security"],
  remediation: "Set recoveryWindowInDays to 7 or more, or leave it out for 30.",
  scope: "resource",
  check: ({ resources }) =>
    over(
      resources.filter(({ type }) => type === types.secret),
      ({ fields }) => {
        const days = fields.at("recoveryWindowInDays").number() ?? usualDays;
        return days >= 7
          ? undefined
          : `recoveryWindowInDays is ${days}: a deleted secret is gone at once, keys and all. Use 7 to 30.`;
      },
    ),
  // nothing is lost: only a deletion, which has not happened, takes longer to be final
  remedy: ({ type, fields }) => {
    const days = fields.at("recoveryWindowInDays");
    if (type !== types.secret || !days.known || (days.number() ?? usualDays) >= 7) return [];
    return [[days.path, usualDays]];
  },
};
