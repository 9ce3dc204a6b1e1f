import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rulesTable } from "./table";

it("documents the rules as they are; npm run policy:rules writes it anew", () =>
  expect(readFileSync(join(__dirname, "../../packages/policy/RULES.md"), "utf8")).toBe(rulesTable()));
