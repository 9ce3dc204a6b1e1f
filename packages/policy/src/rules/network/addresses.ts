/** Addresses from one to another, of one family. */
interface Range {
  bits: 32 | 128;
  from: bigint;
  to: bigint;
}

/** Which family of addresses CIDR blocks cover as a whole, together; undefined where each leaves some out. */
export function coveredFamily(cidrs: readonly string[]): "IPv4" | "IPv6" | undefined {
  const ranges = cidrs.flatMap((cidr) => rangeOf(cidr) ?? []);
  if (isWhole(ranges, 32)) return "IPv4";
  return isWhole(ranges, 128) ? "IPv6" : undefined;
}

function isWhole(ranges: readonly Range[], bits: Range["bits"]): boolean {
  let next = 0n;
  const sorted = ranges.filter((one) => one.bits === bits).sort((a, b) => (a.from < b.from ? -1 : 1));
  for (const { from, to } of sorted) {
    if (from > next) return false;
    if (to >= next) next = to + 1n;
  }
  return next === 1n << BigInt(bits);
}

function rangeOf(cidr: string): Range | undefined {
  const [address = "", length] = cidr.split("/");
  const bits = address.includes(":") ? 128 : 32;
  const number = bits === 128 ? ipv6(address) : ipv4(address);
  const prefix = Number(length ?? bits);
  if (number === undefined || !Number.isInteger(prefix) || prefix < 0 || prefix > bits) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const from = (number / size) * size;
  return { bits, from, to: from + size - 1n };
}

function ipv4(text: string): bigint | undefined {
  const parts = text.split(".").map(Number);
  if (parts.length !== 4 || parts.some((one) => !Number.isInteger(one) || one < 0 || one > 255)) return undefined;
  return parts.reduce((sum, one) => sum * 256n + BigInt(one), 0n);
}

function ipv6(text: string): bigint | undefined {
  const [head = "", tail, more] = text.split("::");
  if (more !== undefined) return undefined;
  const [left, right] = [head, tail ?? ""].map((half) => (half === "" ? [] : half.split(":")));
  const missing = 8 - (left?.length ?? 0) - (right?.length ?? 0);
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  const parts = [...(left ?? []), ...Array<string>(missing).fill("0"), ...(right ?? [])];
  if (parts.some((one) => !/^[0-9a-fA-F]{1,4}$/.test(one))) return undefined;
  return parts.reduce((sum, one) => sum * 65536n + BigInt(`0x${one}`), 0n);
}
