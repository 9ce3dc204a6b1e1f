import { readFileSync } from "node:fs";
import type { Operation } from "@sonar-iac/policy";
import type { WireObject } from "../recorder";

/** A resource as Pulumi keeps it. */
export interface StateResource {
  urn: string;
  type: string;
  custom?: boolean;
  /** Set on what waits to be deleted. */
  delete?: boolean;
  inputs?: WireObject;
  outputs?: WireObject;
  dependencies?: string[];
  propertyDependencies?: Record<string, string[]>;
}

/** What a file says of a stack. */
export interface OldState {
  before: StateResource[];
  /** What the stack becomes and how, where the file is a preview of Pulumi's; absent for an export. */
  next?: { after: StateResource[]; operations: Map<string, Operation> };
}

interface Step {
  op: string;
  urn: string;
  oldState?: StateResource;
  newState?: StateResource;
}

/** What Pulumi's steps come to; a replacement is several. */
const operations: Record<string, Operation> = {
  create: "create",
  update: "update",
  delete: "delete",
  same: "same",
  replace: "replace",
  "create-replacement": "replace",
  "delete-replaced": "replace",
};

/**
 * Reads `pulumi stack export`, or `pulumi preview --json`.
 *
 * @throws Error that says what the file is not.
 */
export function readState(file: string): OldState {
  const json = parse(file);
  const resources = json.deployment?.resources ?? json.checkpoint?.latest?.resources;
  if (resources !== undefined) return { before: resources.filter((one) => one.delete !== true) };
  if (json.steps === undefined && json.deployment === undefined && json.changeSummary === undefined)
    throw new Error(
      "is neither an export of a stack nor a preview. Make one with: pulumi stack export > FILE, or pulumi preview --json > FILE",
    );
  return fromSteps(json.steps ?? []);
}

function fromSteps(steps: Step[]): OldState {
  const decided = new Map<string, Operation>();
  const [before, after] = [new Map<string, StateResource>(), new Map<string, StateResource>()];
  for (const { op, urn, oldState, newState } of steps) {
    const operation = operations[op];
    if (operation === undefined) continue;
    if (decided.get(urn) !== "replace") decided.set(urn, operation);
    if (oldState !== undefined && op !== "create") before.set(urn, oldState);
    if (newState !== undefined && operation !== "delete" && op !== "delete-replaced") after.set(urn, newState);
  }
  return { before: [...before.values()], next: { after: [...after.values()], operations: decided } };
}

interface File {
  deployment?: { resources?: StateResource[] };
  checkpoint?: { latest?: { resources?: StateResource[] } };
  steps?: Step[];
  changeSummary?: object;
}

function parse(file: string): File {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new Error("cannot be read. Give a file that is there.");
  }
  try {
    return JSON.parse(text) as File;
  } catch (error) {
    throw new Error(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
