import { isAbsolute, relative, sep } from "node:path";

/** A place in the program as people write it, `index.ts:12`; undefined for what lies outside the project. */
export function positionOf(uri: string | undefined, line: number | undefined, root: string): string | undefined {
  if (uri === undefined || uri === "" || line === undefined) return undefined;
  // project:///index.ts, or file:///… from older SDKs
  const path = decodeURIComponent(uri.replace(/^(project|file):\/\//, ""));
  const inside = uri.startsWith("project:") ? path.replace(/^\//, "") : relative(root, path);
  if (inside === "" || inside.startsWith(`..${sep}`) || isAbsolute(inside) || inside.includes("node_modules"))
    return undefined;
  return `${inside}:${line}`;
}
