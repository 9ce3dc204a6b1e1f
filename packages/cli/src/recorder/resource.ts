import type { WireObject } from "./wire";

/** A resource that a program registered, as the engine would have received it: after transforms. */
export interface RecordedResource {
  urn: string;
  type: string;
  /** The logical name. */
  name: string;
  /** URN of the parent; empty for the stack. */
  parent: string;
  /** - `custom`: a provider creates it.
   *  - `component`: it groups others.
   *  - `remote`: a provider plug-in would build it and its children, which a preview cannot.
   *  - `read`: it exists already. */
  kind: "custom" | "component" | "remote" | "read";
  /** Physical name as far as a preview can tell it. */
  id?: string;
  inputs: WireObject;
  /** What the program sees as the resource's properties. */
  outputs: WireObject;
  options: RecordedOptions;
  /** Where the program made it: `index.ts:12`; absent where the SDK does not say. */
  position?: string;
}

/** The options of a resource that change what the engine does with it. */
export interface RecordedOptions {
  protect: boolean;
  retainOnDelete: boolean;
  deletedWith: string;
  /** URNs, of implicit dependencies too. */
  dependsOn: string[];
  ignoreChanges: string[];
  replaceOnChanges: string[];
  additionalSecretOutputs: string[];
  /** URNs, or what differs from the resource's own name, type, parent, stack and project. */
  aliases: (string | AliasSpec)[];
  /** URN and id of the provider, joined by `::`; empty for the default provider. */
  provider: string;
  version: string;
  importId: string;
  deleteBeforeReplace: boolean;
  customTimeouts: { create: string; update: string; delete: string };
}

/** A former name, type, parent, stack or project; empty where it is the present one. */
export interface AliasSpec {
  name: string;
  type: string;
  stack: string;
  project: string;
  parent: string;
  noParent: boolean;
}
