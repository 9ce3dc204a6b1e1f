import { expect, it } from "vitest";
import { readResult } from "./pulumi";

it("counts what an operation did", () => {
  const text = `Updating (dev):
Outputs:
    url: "http://chat.llm.svc.cluster.local/v1"

Resources:
    + 3 created
    ~ 1 updated
    +-2 replaced
    6 changes. 21 unchanged

Duration: 1m2s`;
  expect(readResult(text).changes).toEqual({ created: 3, updated: 1, replaced: 2, unchanged: 21 });
});

it("counts an operation without changes", () =>
  expect(readResult("Resources:\n    25 unchanged\n\nDuration: 3s").changes).toEqual({ unchanged: 25 }));

it("finds nothing in an operation without a summary", () => expect(readResult("error: no stack").changes).toEqual({}));
