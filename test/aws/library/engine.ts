import type { Result } from "../../cluster/pulumi/pulumi";
import type { Sidecar } from "../sidecar/client";

/** What is there besides what the test gave. */
export const made = async (sidecar: Sidecar) => (await sidecar.entries()).filter(({ inputs }) => inputs.given !== true);

/** The one resource of a type. */
export async function only(sidecar: Sidecar, type: string) {
  const [first, second] = (await made(sidecar)).filter((one) => one.type === type);
  if (!first || second) throw new Error(`not one ${type}`);
  return first;
}

/** What an operation did, in order: `NodeGroup plain created replacement`. */
export const steps = ({ text }: Result): string[] =>
  [
    ...text.matchAll(
      /^ *(?:[-+~]{1,2}) +\S+:(\w+) (\S+) ((?:created|updated|replaced|deleted)(?: replacement| original)?)\b/gm,
    ),
  ].map(([, kind, name, did]) => `${kind} ${name} ${did}`);

/** The steps of some, of which each must have been. */
export function order(result: Result, ...wanted: string[]): string[] {
  return steps(result).filter((step) => wanted.includes(step));
}
