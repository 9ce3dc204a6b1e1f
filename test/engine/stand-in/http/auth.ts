import { createHash, timingSafeEqual } from "node:crypto";
import { guardedPrefixes } from "../../../../packages/topology/src/engine/routes";

/** Whether a request may pass: its path is not guarded, it is OPTIONS, there are no keys, or it has one of them as its bearer token. */
export function authorized(
  request: { method: string; path: string; authorization: string | undefined },
  keys: readonly string[],
): boolean {
  if (keys.length === 0 || request.method === "OPTIONS") return true;
  if (!guardedPrefixes.some((prefix) => request.path.startsWith(prefix))) return true;
  const [scheme = "", ...rest] = (request.authorization ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer") return false;
  const given = digest(rest.join(" "));
  return keys.some((key) => timingSafeEqual(given, digest(key)));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
