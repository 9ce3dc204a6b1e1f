import { describe, expect, it } from "vitest";
import { roleNaming } from "./identity";

describe("a role's name", () => {
  it("begins with the logical name, as far as Pulumi's random end leaves room", () => {
    expect(roleNaming("qwen3-keys-reader")).toEqual({});
    expect(roleNaming("r".repeat(56))).toEqual({});
  });

  it("is a prefix that the provider completes, where the logical name is longer", () => {
    expect(roleNaming("r".repeat(57))).toEqual({ namePrefix: "r".repeat(38) });
    // the longest that a service makes
    expect(roleNaming(`${"s".repeat(40)}-weights-token-reader`)).toEqual({ namePrefix: "s".repeat(38) });
  });
});
