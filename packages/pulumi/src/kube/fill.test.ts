import * as pulumi from "@pulumi/pulumi";
import { describe, expect, it } from "vitest";
import { filled, filledWord } from "./fill";

const known = (value: pulumi.Input<string>) =>
  new Promise<string>((resolve) => void pulumi.output(value).apply(resolve));

describe("placeholders", () => {
  it("are replaced by values that are known later, each time they stand there", async () => {
    const values = { "$(A)": pulumi.output("a$&"), "$(B)": "b" };
    expect(await known(filled("x $(A):1 $(B) $(A)", values))).toBe("x a$&:1 b a$&");
  });

  it("leave a text plain that has none", () => {
    expect(filled("http://host", { "$(A)": "a" })).toBe("http://host");
    expect(filled("http://host")).toBe("http://host");
  });

  it("are words of a command that means itself but for what Kubernetes replaces", async () => {
    const word = (text: string) => known(filledWord(text, { "$(A)": "a$b" }, ["$(POD)"]));
    expect(await word("--host=$(POD) --to=$(A) $(C)")).toBe("--host=$(POD) --to=a$$b $$(C)");
    expect(filledWord("--host=$(POD) $HOME", {}, ["$(POD)"])).toBe("--host=$(POD) $$HOME");
  });
});
