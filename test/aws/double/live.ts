import type { Values } from "./definition";

/** A resource that the double made, or that the test gave before the program ran. */
export interface Entry {
  /** Type and id. */
  key: string;
  type: string;
  id: string;
  inputs: Values;
  outputs: Values;
}

/** A reference from one resource to another. */
export interface Hold {
  type: string;
  id: string;
  /** Error with which AWS refuses to remove the other while this one is there; absent where it does not refuse. */
  refusal?: string;
}

export const keyOf = (type: string, id: string) => `${type} ${id}`;

/** What exists besides the resource in question. */
export class Live {
  constructor(private readonly entries: Entry[] = []) {}

  find(type: string, id: unknown): Entry | undefined {
    return this.entries.find(({ key }) => key === keyOf(type, String(id)));
  }

  all(type: string): Entry[] {
    return this.entries.filter((one) => one.type === type);
  }

  /** Everything but one. */
  without(type: string, id: string): Entry[] {
    return this.entries.filter(({ key }) => key !== keyOf(type, id));
  }
}

/** References to one type from an input with an id or a list of ids. */
export const holds = (type: string, ids: unknown, refusal?: string): Hold[] =>
  (Array.isArray(ids) ? ids : [ids])
    .filter((id) => id !== undefined && id !== null && id !== "")
    .map((id) => ({ type, id: String(id), refusal }));
