import { describe, expect, it } from "vitest";
import { checksIn } from "./preflight";

describe("what a preflight has printed", () => {
  it("is read as checks, without what is in order or not its own", () => {
    const text = [
      "ready, of a log of which the beginning is cut off",
      "ok    rank           1 of 2, and the command says so",
      "fail  GPUs           7 of 8 visible: 7 × H100  → let the pod ask for 8 GPUs",
      "warn  open files     at most 1024, 1048576 wanted  → raise it",
      "fail  same as rank 0  another image: a, rank 0 has b  → Give all ranks the same",
      "stays 30 s, so that this can be read",
    ].join("\n");
    expect(checksIn(text)).toEqual([
      { verdict: "fail", name: "GPUs", seen: "7 of 8 visible: 7 × H100", todo: "let the pod ask for 8 GPUs" },
      { verdict: "warn", name: "open files", seen: "at most 1024, 1048576 wanted", todo: "raise it" },
      {
        verdict: "fail",
        name: "same as rank 0",
        seen: "another image: a, rank 0 has b",
        todo: "Give all ranks the same",
      },
    ]);
  });
});
