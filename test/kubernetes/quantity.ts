const BINARY = ["Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
/** Powers of ten by suffix. */
const DECIMAL: Record<string, number> = { n: -9, u: -6, m: -3, "": 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 };
const QUANTITY = /^([+-]?)(\d+\.?\d*|\.\d+)(?:([KMGTPE]i)|([numkMGTPE]?)|[eE]([+-]?\d{1,2}))$/;

/**
 * Reads a Kubernetes quantity exactly, in billionths (the API's smallest unit; what is smaller is rounded up).
 *
 * @returns undefined when the text is not a quantity
 */
export function parseQuantity(value: string | number): bigint | undefined {
  const match = QUANTITY.exec(String(value));
  if (match === null) return undefined;
  const [, sign = "", number = "", binary, decimal = "", exponent] = match;
  const [whole = "", fraction = ""] = number.split(".");
  const power = 9 - fraction.length + (exponent === undefined ? (DECIMAL[decimal] ?? 0) : Number(exponent));
  const digits = BigInt(whole + fraction) * (binary === undefined ? 1n : 1024n ** BigInt(BINARY.indexOf(binary) + 1));
  const scale = 10n ** BigInt(Math.abs(power));
  const size = power >= 0 ? digits * scale : (digits + scale - 1n) / scale;
  return sign === "-" ? -size : size;
}

/** Whether a quantity is a whole number: 2, 2.0 and 2000m are, 500m is not. */
export function isWhole(quantity: bigint): boolean {
  return quantity % 1_000_000_000n === 0n;
}
