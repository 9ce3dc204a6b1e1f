import type { Problem } from "../plan";

/** Every problem of a service in one message: the head, then a line a problem, paths in a column of their own. */
export function problemText(service: string, name: string, problems: readonly Problem[]): string {
  const width = Math.max(...problems.map((problem) => problem.path.length));
  const lines = problems.map(({ path, message }) => `  ${path.padEnd(width)}  ${message}`);
  return `${service} "${name}" cannot be planned:\n${lines.join("\n")}`;
}
