import { createHash } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import type { CompatibilityPlan } from "@sonar-iac/topology";

/** Label of pods, Services and, mirrored by Kubernetes, EndpointSlices: engines exchange KV caches only where its value is the same. */
export const compatibilityLabel = "sonar-iac/compatibility";

/** Ten hexadecimal digits of all that engines must have in common, their image with it. */
export const compatibilityHash = (
  { fields }: CompatibilityPlan,
  image: pulumi.Input<string | undefined>,
): pulumi.Output<string> =>
  pulumi.output(image).apply((known) => {
    const all = Object.entries({ ...fields, image: known }).sort(([a], [b]) => (a < b ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(all)).digest("hex").slice(0, 10);
  });
