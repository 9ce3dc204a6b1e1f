import { describe, expect, it } from "vitest";
import { makeUrn, parseUrn } from "./urn";

const stack = "urn:pulumi:dev::app::pulumi:pulumi:Stack::app-dev";

describe("a URN", () => {
  it("leaves the stack out of the chain of parent types", () => {
    expect(makeUrn("dev", "app", stack, "a:b:C", "c")).toBe("urn:pulumi:dev::app::a:b:C::c");
    expect(makeUrn("dev", "app", "", "a:b:C", "c")).toBe("urn:pulumi:dev::app::a:b:C::c");
  });

  it("has the types of all parents, and of names only the last", () => {
    const outer = makeUrn("dev", "app", stack, "x:y:Outer", "o");
    const inner = makeUrn("dev", "app", outer, "x:y:Inner", "i");
    expect(makeUrn("dev", "app", inner, "a:b:C", "c")).toBe("urn:pulumi:dev::app::x:y:Outer$x:y:Inner$a:b:C::c");
  });

  it("comes apart again, with :: in the name too", () => {
    const urn = makeUrn("dev", "app", makeUrn("dev", "app", "", "x:y:Outer", "o"), "a:b:C", "c::d");
    expect(parseUrn(urn)).toEqual({
      stack: "dev",
      project: "app",
      qualifiedType: "x:y:Outer$a:b:C",
      type: "a:b:C",
      name: "c::d",
    });
  });
});
