import { createHash } from "node:crypto";
import { findVariable, inCompileCacheKey } from "../../../packages/topology/src/engine/environment";

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the engine says of its environment at start. Throws for what it refuses. */
export function checkEnvironment(env: Environment, failOnUnknown: boolean): { warnings: string[] } {
  const port = env.APHRODITE_PORT;
  if (port !== undefined && /^[a-z]+:\/\//i.test(port)) {
    throw new Error(
      `APHRODITE_PORT is '${port}', an address. A Kubernetes Service named aphrodite puts it there; set enableServiceLinks: false.`,
    );
  }
  if (port !== undefined && !/^\d+$/.test(port)) throw new Error(`APHRODITE_PORT '${port}' is not a number.`);
  const unknown = Object.keys(env).filter((name) => name.startsWith("APHRODITE_") && !findVariable(name));
  const warnings = unknown.map((name) => `Unknown Aphrodite environment variable detected: ${name}`);
  if (failOnUnknown && warnings[0]) throw new Error(warnings[0]);
  return { warnings };
}

/** The part of the compile cache's key that the environment decides: equal for two engines exactly when every variable in the key is equal.
 *  32 hexadecimal digits. */
export function compileCacheKey(env: Environment): string {
  const parts = Object.entries(env)
    .filter(([name, value]) => value !== undefined && inCompileCacheKey(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
