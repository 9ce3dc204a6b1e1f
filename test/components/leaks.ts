import { child, isRecord } from "../kubernetes/path";
import { keyOf, type Registration } from "./harness";

/** Shortest secret that is looked for: a shorter one occurs by chance. */
const SHORTEST = 8;

/** Words that may be base64 or hexadecimal digits of a secret: `Basic d2ViOmtleQ==` has one. */
const ENCODED = /[A-Za-z0-9+/_=-]{10,}/g;

/** Whether a text has a secret in it, as it is, in base64 or in hexadecimal digits. */
function contains(text: string, secret: string): boolean {
  const words = text.match(ENCODED) ?? [];
  const decoded = words.flatMap((word) => [Buffer.from(word, "base64"), Buffer.from(word, "hex")]);
  return text.includes(secret) || decoded.some((bytes) => bytes.includes(secret));
}

/** The JSON paths of the texts that have a secret in them, as values or as keys. */
function* findSecrets(value: unknown, secrets: string[], path: string): Iterable<string> {
  if (typeof value === "string" && secrets.some((secret) => contains(value, secret))) yield path;
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* findSecrets(item, secrets, child(path, index));
  if (!isRecord(value)) return;
  for (const [key, item] of Object.entries(value)) {
    if (secrets.some((secret) => contains(key, secret))) yield path || key;
    yield* findSecrets(item, secrets, child(path, key));
  }
}

const isBelow = (path: string, marked: string[]) =>
  marked.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));

/**
 * The places where a secret stands in clear: in the inputs of anything but a holder of secrets; and without the mark
 * that keeps it out of the state in clear, in holders, in a component's inputs and in its outputs.
 *
 * @param holders types of resources that may hold secrets
 */
export function leaks(resources: Registration[], secrets: string[], holders: string[]): string[] {
  const short = secrets.find((secret) => secret.length < SHORTEST);
  if (short !== undefined)
    throw new Error(`A secret of ${short.length} characters cannot be looked for; use ${SHORTEST}`);
  return resources.flatMap((one) => {
    const mayHold = one.kind === "component" || holders.includes(one.type);
    const inputs = [...findSecrets(one.inputs, secrets, "")]
      .filter((path) => !mayHold || !isBelow(path, one.secrets))
      .map((path) => `${keyOf(one)} has a secret in its input ${path}${mayHold ? ", which is not marked secret" : ""}`);
    const outputs = [...findSecrets(one.outputs, secrets, "")]
      .filter((path) => !isBelow(path, one.outputSecrets))
      .map((path) => `${keyOf(one)} has a secret in its output ${path}, which is not marked secret`);
    return [...inputs, ...outputs];
  });
}
