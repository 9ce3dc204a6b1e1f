import type * as pulumi from "@pulumi/pulumi";
import { check, type KeysSpec, object, type Problem, text } from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../args";

/** Keys of the clients, and the one between gateway and engines. */
export interface ApiKeysArgs {
  /**
   * Names of the clients; each has a key of its own. To rotate one, add a name, roll out, hand out its key, then remove the old name.
   * @default ["default"]
   */
  clients?: string[];
  /** A Secret that exists, with a key for each client and one for the engines: then no key enters Pulumi's state. @default keys are generated */
  existingSecret?: {
    /** Name of the Secret, in the service's namespace. */
    name: pulumi.Input<string>;
    /** Name of the entry that holds the engines' key. @default "engine" */
    engineKey?: string;
    /** Change it when the Secret's content changed, so that gateways read it again. @default "" */
    revision?: pulumi.Input<string>;
  };
}

const existingSecretSchema = object({
  name: input(text("Name the Secret.")),
  engineKey: text('Name the entry with the engines\' key, for example "engine".').optional(),
  revision: input(z.string()).optional(),
});

/** The plain part of the keys' arguments; what is wrong with the names joins the problems. */
export function plainKeys(args: ApiKeysArgs, problems: Problem[], path: string): KeysSpec {
  const { existingSecret, ...plain } = args;
  if (existingSecret === undefined) return plain;
  const at = path === "" ? "existingSecret" : `${path}.existingSecret`;
  problems.push(...check(existingSecretSchema, existingSecret, at).problems);
  return { ...plain, existing: true };
}
