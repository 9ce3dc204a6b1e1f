import { describe, expect, it } from "vitest";
import { answer, refusals } from "./refusals";
import { quoted, seconds, section } from "./text";

describe("a configuration's text", () => {
  it("indents a section, and leaves lines out", () => {
    expect(section("global", ["maxconn 1", false, "", "nbthread 2"])).toBe("global\n  maxconn 1\n\n  nbthread 2\n");
  });

  it.each([
    [1, "1s"],
    [900, "900s"],
    [0.5, "500ms"],
    [1.0004, "1s"],
    [0.0001, "1ms"],
  ])("%d seconds are %s, never 0", (value, text) => {
    expect(seconds(value)).toBe(text);
  });

  it("quotes what cannot break out, and nothing else", () => {
    expect(quoted('a "b" $c \\d %[e]')).toBe(`'a "b" $c \\d %[e]'`);
    for (const bad of ["it's", "a\nb", "a\rb", "a\0b"])
      expect(() => quoted(bad)).toThrow("cannot stand in an HAProxy configuration");
  });

  it("every refusal is an answer that an OpenAI client reads", () => {
    for (const reason of Object.keys(refusals) as (keyof typeof refusals)[]) {
      const text = answer(reason, { "retry-after": 3 });
      expect(text).toContain(`hdr x-sonar-reason '${reason}' hdr retry-after '3'`);
      const body: unknown = JSON.parse(/string '(.*?)'/.exec(text)?.[1] ?? "");
      expect(body).toEqual({ error: { message: refusals[reason].message, type: refusals[reason].type, code: reason } });
    }
  });
});
