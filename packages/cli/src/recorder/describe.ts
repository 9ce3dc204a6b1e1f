import { sep } from "node:path";
import type { Problem } from "@sonar-iac/topology";
import { type Finding, finding } from "./finding";
import { positionOf } from "./position";

/** What a program threw, as findings: one for each problem it carries, and no stack. */
export function describeError(error: unknown, root: string): Finding[] {
  if (!(error instanceof Error) && !hasMessage(error)) return [finding(null, `The program threw ${String(error)}.`)];
  const problems = problemsOf(error);
  if (problems.length > 0) {
    const component = componentOf(error.message);
    return problems.map((problem) => ({ ...problem, component }));
  }
  const message = error.message.replaceAll(`${root}${sep}`, "").trim() || String(error);
  if (codeOf(error) === "MODULE_NOT_FOUND" || codeOf(error) === "ERR_MODULE_NOT_FOUND") {
    const missing = message.split("\n")[0];
    return [finding(null, `${missing}. Install the program's packages first (npm install), or mend the import.`)];
  }
  // a Pulumi error that was made to be read needs no place
  return [finding(null, message, isRunError(error) ? undefined : positionInStack(error.stack, root))];
}

/** The first line of the stack that lies in the program itself. */
function positionInStack(stack: string | undefined, root: string): string | undefined {
  for (const line of stack?.split("\n").slice(1) ?? []) {
    const match = /\(?(?:file:\/\/)?([^\s()]+):(\d+):\d+\)?$/.exec(line);
    const position = match === null ? undefined : positionOf(`file://${match[1]}`, Number(match[2]), root);
    if (position !== undefined) return position;
  }
  return undefined;
}

/** `ReplicatedService "qwen3"` of `ReplicatedService "qwen3" cannot be planned:`. */
function componentOf(message: string): string | null {
  const first = message.replace(/^(error serializing property "[^"]*": )+/, "").split("\n")[0] ?? "";
  return /^(\S+ "[^"]*")/.exec(first)?.[1] ?? null;
}

function problemsOf(error: object): Problem[] {
  if (!("problems" in error) || !Array.isArray(error.problems)) return [];
  return error.problems.filter(isProblem);
}

function isProblem(value: unknown): value is Problem {
  return hasMessage(value) && "path" in value && typeof value.path === "string";
}

function hasMessage(value: unknown): value is { message: string; stack?: string } {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}

function codeOf(error: object): unknown {
  return "code" in error ? error.code : undefined;
}

function isRunError(error: object): boolean {
  return "__pulumiRunError" in error && error.__pulumiRunError === true;
}
