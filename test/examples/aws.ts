import { join } from "node:path";
import { root } from "./sonar";

/** File with what an example asks of AWS. */
export const awsGolden = (name: string) => join(root, "test/golden/aws", `${name}.json`);

/** What a preview asks of AWS, as reviewed JSON; undefined where it asks nothing. */
export function awsResources(stdout: string): string | undefined {
  const { resources } = JSON.parse(stdout) as { resources: { type: string; name: string; inputs: object }[] };
  const asked = resources.filter(({ type }) => type.startsWith("aws:"));
  if (asked.length === 0) return undefined;
  return `${JSON.stringify(Object.fromEntries(asked.map(({ type, name, inputs }) => [`${type}::${name}`, inputs])), undefined, 2)}\n`;
}
