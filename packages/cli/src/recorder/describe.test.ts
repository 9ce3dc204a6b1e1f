import { describe, expect, it } from "vitest";
import { describeError } from "./describe";

const root = "/project";
const failing = (message: string, extra: object = {}) => Object.assign(new Error(message), extra);

describe("an error of a program", () => {
  it("with problems gives one finding each, under the component's heading", () => {
    const problems = [
      { path: "replicas", value: 0, message: "At least one." },
      { path: "image", message: "Name one." },
    ];
    const message =
      'error serializing property "plan": ReplicatedService "qwen3" cannot be planned:\n  replicas  At least one.';
    expect(describeError(failing(message, { problems, __pulumiRunError: true }), root)).toEqual([
      { component: 'ReplicatedService "qwen3"', path: "replicas", value: 0, message: "At least one." },
      { component: 'ReplicatedService "qwen3"', path: "image", message: "Name one." },
    ]);
  });

  it("says where in the program it was thrown, and no stack", () => {
    const stack =
      "Error: boom\n    at deep (/project/node_modules/x/y.js:1:1)\n    at main (file:///project/src/index.ts:12:9)\n    at node:internal:1:1";
    expect(describeError(failing("boom", { stack }), root)).toEqual([
      { component: null, path: "", message: "boom", position: "src/index.ts:12" },
    ]);
  });

  it("that is meant to be read has no place", () => {
    expect(describeError(failing("Set the region.", { __pulumiRunError: true }), root)).toEqual([
      { component: null, path: "", message: "Set the region." },
    ]);
  });

  it("of a missing package says how to mend it", () => {
    const missing = failing("Cannot find module 'left-pad'\nRequire stack:\n- /project/index.ts", {
      code: "MODULE_NOT_FOUND",
    });
    expect(describeError(missing, root)[0]?.message).toBe(
      "Cannot find module 'left-pad'. Install the program's packages first (npm install), or mend the import.",
    );
  });

  it("may be anything that is thrown", () => {
    expect(describeError("just text", root)[0]?.message).toBe("The program threw just text.");
    expect(describeError(undefined, root)[0]?.message).toBe("The program threw undefined.");
  });

  it("shows no absolute paths of the project", () => {
    expect(describeError(failing("bad file /project/a.yaml", { stack: "" }), root)[0]?.message).toBe("bad file a.yaml");
  });
});
