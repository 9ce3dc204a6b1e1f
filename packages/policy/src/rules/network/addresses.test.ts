import { describe, expect, it } from "vitest";
import { coveredFamily } from "./addresses";

describe("blocks of addresses", () => {
  it.each([
    [["0.0.0.0/0"], "IPv4"],
    [["128.0.0.0/1", "0.0.0.0/1"], "IPv4"],
    [["0.0.0.0/1", "128.0.0.0/2", "10.0.0.0/8", "192.0.0.0/2"], "IPv4"],
    [["::/0"], "IPv6"],
    [["8000::/1", "::/1"], "IPv6"],
    [["0.0.0.0/1", "192.0.0.0/2"], undefined],
    [["0.0.0.0/1", "128.0.0.0/2"], undefined],
    [["::/1", "128.0.0.0/1"], undefined],
    [["10.0.0.0/8", "2001:db8::1/64", "192.168.1.7"], undefined],
    [["somewhere", "1.2.3/0", "1::2::3/0"], undefined],
    [[], undefined],
  ])("%j together are all of %s", (cidrs, family) => expect(coveredFamily(cidrs)).toBe(family));
});
