import type { AllowedPath } from "@sonar-iac/topology";
import { answer } from "./refusals";
import { quoted } from "./text";

/** A path segment of a client's: no percent signs and no leading dot, so that HAProxy and the engine read the same path. */
const segment = "[A-Za-z0-9_~-][A-Za-z0-9._~:-]*";

/** Rules that let listed methods and paths through and answer 404 to all else. */
export function pathRules(paths: readonly AllowedPath[]): string[] {
  return [
    ...paths.map(
      ({ methods, path }) =>
        `http-request set-var(txn.served) bool(true) if { method ${methods.join(" ")} } { path ${matcher(path)} }`,
    ),
    `http-request return ${answer("unknown-path")} unless { var(txn.served) -m bool }`,
  ];
}

function matcher(path: string): string {
  if (!path.includes("{")) return `-m str ${path}`;
  const pattern = path
    .split(/\{[^}]*\}/)
    .map((literal) => literal.replaceAll(".", "\\."))
    .join(segment);
  return `-m reg ${quoted(`^${pattern}$`)}`;
}
