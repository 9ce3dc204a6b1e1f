/** One field of a secret that is a JSON object. What the secret holds is not for an error message. */
export function fieldOf(secret: string, key: string, arn: string): string {
  const value = read(secret)?.[key];
  if (typeof value === "string") return value;
  throw new Error(`${arn} is no JSON object with text in "${key}". Change huggingFaceToken.key, or the secret.`);
}

function read(text: string): Record<string, unknown> | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
