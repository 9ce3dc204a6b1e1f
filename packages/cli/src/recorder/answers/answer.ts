import type { WireObject } from "../wire";

/** What a provider would say of a resource that does not exist yet. */
export interface Answer {
  /** Physical id; absent where it is known only after deployment. */
  id?: string;
  /** The resource's properties; those that are absent are known only after deployment. */
  state: WireObject;
}

/** What an answer may look at. */
export interface Question {
  type: string;
  /** The logical name. */
  name: string;
  urn: string;
  inputs: WireObject;
  /** Inputs of the resource's explicit provider. */
  provider: WireObject | undefined;
}
