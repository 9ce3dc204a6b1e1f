import type { PolicyFinding } from "@sonar-iac/policy";
import type { Screen } from "../terminal/screen";
import { count } from "../text/units";
import { hanging } from "../text/wrap";

/** Findings as people read them: what stops, what is advice, what cannot be checked yet. Empty texts are left out. */
export function policySections(findings: PolicyFinding[], screen: Screen): string[] {
  const decided = findings.filter(({ open }) => !open);
  const of = (level: PolicyFinding["level"]) => decided.filter((one) => one.level === level);
  const parts: [head: string, found: PolicyFinding[]][] = [
    [screen.error("Refused by policy"), of("mandatory")],
    [screen.warning("Advice of policy"), of("advisory")],
    [screen.bold("Not yet checkable"), findings.filter(({ open }) => open)],
  ];
  return parts.flatMap(([head, found]) => (found.length === 0 ? [] : [`${head}\n${rows(found, screen.width)}`]));
}

/** Rows of the rule, the resource and the message. */
function rows(findings: PolicyFinding[], width: number): string {
  return findings
    .map(
      ({ rule, resource, message }) =>
        `${hanging(`  ${rule}  `, resource ?? "the stack", width)}\n${hanging("    ", message, width)}`,
    )
    .join("\n");
}

/** `0 policy findings.`, `2 policy findings, 1 not yet checkable.` */
export function policyCount(findings: PolicyFinding[]): string {
  const open = findings.filter((one) => one.open).length;
  return `${count(findings.length - open, "policy finding")}${open === 0 ? "" : `, ${open} not yet checkable`}.`;
}

/** Whether a rule that must hold does not. */
export const isRefused = (findings: PolicyFinding[]) =>
  findings.some(({ level, open }) => level === "mandatory" && !open);
