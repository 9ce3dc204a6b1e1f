import type { Problem } from "@sonar-iac/topology";
import type { EngineOverrides } from "../engine";

/** An image that overrides the service's on one side only: its engines would wait for ever for others like them. */
export function sideImageProblems(overrides: { prefill?: EngineOverrides; decode?: EngineOverrides } = {}): Problem[] {
  const [prefill, decode] = [overrides.prefill?.container?.image, overrides.decode?.container?.image];
  const alike = (prefill === undefined) === (decode === undefined);
  const known = typeof prefill === "string" && typeof decode === "string";
  if (alike && !(known && prefill !== decode)) return [];
  const side = prefill === undefined ? "decode" : "prefill";
  return [
    {
      path: `overrides.${side}.container.image`,
      message:
        "gives prefill and decode different images, and engines exchange KV caches only with those of the same one. Give both sides the same image, best as the service's own: image.",
    },
  ];
}
