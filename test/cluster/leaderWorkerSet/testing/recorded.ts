import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { LeaderWorkerSet, Resource } from "../types";

const read = (name: string) => readFileSync(join(__dirname, "fixtures", `${name}.yaml`), "utf8");

/** What was applied where the real controller ran. */
export const input = (): Resource => parse(read("input"));

/** The same as the API server has it. */
export function inputAsServed(): LeaderWorkerSet {
  const { metadata, ...rest } = input() as LeaderWorkerSet;
  return {
    ...rest,
    metadata: { ...metadata, namespace: "default", uid: "uid-of-big", generation: 1 },
    spec: { ...rest.spec, startupPolicy: "LeaderCreated" },
  };
}

/** What the real controller made of it. */
export const expansion: Resource[] = parseAllDocuments(read("expansion")).map((document) => document.toJS());

export function recorded(kind: string, name: string): Resource {
  const found = expansion.find((object) => object.kind === kind && object.metadata.name === name);
  if (!found) throw new Error(`the recorded expansion has no ${kind} ${name}`);
  return found;
}
