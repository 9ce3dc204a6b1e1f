import { Secrets } from "../secrets/secrets";
import type { Finding } from "./finding";
import type { RecordedResource } from "./resource";
import { STACK_TYPE } from "./urn";
import { eachSecret, type Wire, type WireObject } from "./wire";

/** What a run of a program left: its resources in the order in which the program made them, its outputs and what went wrong. */
export class Recording {
  readonly errors: Finding[] = [];
  readonly warnings: Finding[] = [];
  /** The stack's outputs. */
  outputs: WireObject = {};
  private readonly byUrn = new Map<string, RecordedResource>();
  /** `type::name` of each resource in the order of construction; registration is asynchronous. */
  private readonly made = new Map<string, number>();

  constructor(
    readonly project: string,
    readonly stack: string,
    /** Every secret that was seen, so that no text repeats one. */
    readonly secrets: Secrets = new Secrets(),
  ) {}

  /** All but the stack itself. */
  get resources(): RecordedResource[] {
    const place = (resource: RecordedResource) => this.made.get(`${resource.type}::${resource.name}`) ?? this.made.size;
    return [...this.byUrn.values()].filter((one) => one.type !== STACK_TYPE).sort((a, b) => place(a) - place(b));
  }

  /** Notes that the program constructed a resource. */
  construct(type: string, name: string): void {
    const key = `${type}::${name}`;
    if (!this.made.has(key)) this.made.set(key, this.made.size);
  }

  /** `type::name` of what was constructed and never registered. */
  get unregistered(): string[] {
    const registered = new Set([...this.byUrn.values()].map((one) => `${one.type}::${one.name}`));
    return [...this.made.keys()].filter((key) => !registered.has(key));
  }

  find(urn: string): RecordedResource | undefined {
    return this.byUrn.get(urn);
  }

  /** Records a resource. The first of two with one URN stays. */
  add(resource: RecordedResource): void {
    if (!this.byUrn.has(resource.urn)) this.byUrn.set(resource.urn, resource);
    this.noteSecrets(resource.inputs);
    this.noteSecrets(resource.outputs);
  }

  /** Remembers the secrets inside a value. */
  noteSecrets(value: Wire): void {
    eachSecret(value, (secret) => this.secrets.add(secret));
  }
}
