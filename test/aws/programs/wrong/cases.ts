import type { Given } from "../../scenario/given";
import { networkCases } from "./network";
import { nodeCases } from "./nodes";
import { objectCases } from "./objects";
import { storageCases } from "./storage";

/** A resource that AWS refuses. */
export interface Case {
  /** Logical name. */
  name: string;
  type: string;
  make: (name: string) => unknown;
  /** Who refuses it: botocore's validation, the rest of the service model, a rule from AWS's documentation, moto, or a missing reference. */
  by: "botocore" | "model" | "rule" | "moto" | "reference";
  /** Part of the error. */
  says: string;
}

export const cases = (given: Given): Case[] => [
  ...nodeCases(given),
  ...networkCases(given),
  ...storageCases(given),
  ...objectCases(given),
];
