import { object, wholeNumber } from "@sonar-iac/topology";
import { z } from "zod";

/** What says where to run. */
export const platformSchema = z.custom((value) => typeof value === "object" && value !== null && "kind" in value, {
  error: "is missing. Use kubernetes({ nodes: … }).",
});

export const runAsUserSchema = wholeNumber({
  min: 0,
  max: 2 ** 31 - 1,
  hint: "Give a numeric user id; 1000 is the default.",
});

const child = object({ pod: z.object().optional(), container: z.object().optional() }).optional();

/** A schema of last changes to the named children. */
export const overridesOf = (...children: string[]) =>
  object(Object.fromEntries(children.map((name) => [name, child]))).optional();
