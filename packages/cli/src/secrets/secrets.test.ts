import { describe, expect, it } from "vitest";
import { Secrets } from "./secrets";

describe("known secrets", () => {
  it("vanish from prose, the longer one first", () => {
    const secrets = new Secrets();
    secrets.add({ a: "hunter2", b: ["hunter2-and-more", 12345678] });
    expect(secrets.scrub("with hunter2-and-more, hunter2 and 12345678")).toBe("with [secret], [secret] and [secret]");
  });

  it("are taken as text, not as a pattern", () => {
    const secrets = new Secrets();
    secrets.add("a.*b(c[d");
    expect(secrets.scrub("aXXb a.*b(c[d")).toBe("aXXb [secret]");
  });

  it("of a few letters are not looked for, least of all in values", () => {
    const secrets = new Secrets();
    secrets.add(["a", "prod", "a-long-password"]);
    expect(secrets.scrub("a prod")).toBe("a [secret]");
    expect(secrets.scrubValue("prod: a-long-password")).toBe("prod: [secret]");
  });

  it("may be added after a text was scrubbed", () => {
    const secrets = new Secrets();
    expect(secrets.scrub("later-secret")).toBe("later-secret");
    secrets.add("later-secret");
    expect(secrets.scrub("later-secret")).toBe("[secret]");
  });
});
