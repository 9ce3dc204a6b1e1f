import { runtime } from "@pulumi/pulumi";
import type {
  ReadResourceRequest,
  RegisterResourceOutputsRequest,
  RegisterResourceRequest,
} from "@pulumi/pulumi/proto/resource_pb";
import { decode } from "./wire";

/** A resource that a program registered. */
export interface Registration {
  /** Type token, such as `kubernetes:core/v1:Secret`. */
  type: string;
  /** Logical name. */
  name: string;
  urn: string;
  /** URN of the parent; of the stack for what has none. */
  parent: string;
  kind: "component" | "custom" | "read";
  /** In clear; what is not known yet is UNKNOWN. */
  inputs: Record<string, unknown>;
  /** JSON paths of the inputs that are marked secret. */
  secrets: string[];
  /** JSON paths of the inputs that are not known yet. */
  unknowns: string[];
  /** URN of the explicit provider; empty for the default one. */
  provider: string;
  /** What the program sees as the resource's properties, in the form of `inputs`. */
  state: Record<string, unknown>;
  /** What the component registered as its outputs, in the form of `inputs`; absent when it does not call registerOutputs. */
  outputs?: Record<string, unknown>;
  /** JSON paths of the outputs that are marked secret. */
  outputSecrets: string[];
  options: RegisteredOptions;
}

/** Options that change what the engine does. */
export interface RegisteredOptions {
  protect: boolean;
  retainOnDelete: boolean;
  deleteBeforeReplace: boolean;
  ignoreChanges: string[];
  replaceOnChanges: string[];
  /** A value that replaces the resource when it changes; undefined: none. */
  replacementTrigger: unknown;
  additionalSecretOutputs: string[];
  /** URNs, of what inputs depend on too. */
  dependsOn: string[];
  deletedWith: string;
  customTimeouts: { create: string; update: string; delete: string };
}

type Reply<T> = (error: unknown, response?: T) => void;

/** The part of the mock monitor that is wrapped; the SDK types it as a gRPC client. */
interface Monitor {
  registerResource(request: RegisterResourceRequest, reply: Reply<{ getUrn(): string }>): unknown;
  readResource(request: ReadResourceRequest, reply: Reply<{ getUrn(): string }>): unknown;
  registerResourceOutputs(request: RegisterResourceOutputsRequest, reply: Reply<object>): unknown;
}

type Raw = Record<string, unknown>;

/** What a request says before the mocks make something else of it: secrets, parents, options and registered outputs. */
export class Recorder {
  readonly registrations: Registration[] = [];
  /** Inputs of the request that is being answered, as they were sent. */
  raw: Raw = {};

  /** The registration that is being answered. */
  get current(): Registration | undefined {
    return this.registrations.at(-1);
  }

  /** Wraps the monitor that `setMocks` has set. The mocks are asked before a request's first await, thus `current`. */
  attach(): void {
    const monitor = runtime.getMonitor() as unknown as Monitor;
    const { registerResource, readResource, registerResourceOutputs } = monitor;
    monitor.registerResource = (request, reply) => {
      const made = this.add(fromRegister(request), request.getObject());
      return registerResource.call(monitor, request, noteUrn(made, reply));
    };
    monitor.readResource = (request, reply) => {
      const made = this.add(fromRead(request), request.getProperties());
      return readResource.call(monitor, request, noteUrn(made, reply));
    };
    monitor.registerResourceOutputs = (request, reply) => {
      const made = this.registrations.find((it) => it.urn === request.getUrn());
      if (made !== undefined) {
        const { value, secrets } = decode(plain(request.getOutputs()));
        made.outputs = value;
        made.outputSecrets = secrets;
      }
      return registerResourceOutputs.call(monitor, request, reply);
    };
  }

  private add(
    identity: Pick<Registration, "type" | "name" | "parent" | "kind" | "provider" | "options">,
    object: Sent,
  ) {
    this.raw = plain(object);
    const { value: inputs, secrets, unknowns } = decode(this.raw);
    const made: Registration = { ...identity, urn: "", inputs, secrets, unknowns, state: {}, outputSecrets: [] };
    this.registrations.push(made);
    return made;
  }
}

type Sent = { toJavaScript(): object } | undefined;
const plain = (struct: Sent): Raw => ({ ...struct?.toJavaScript() });

const noteUrn =
  <T extends { getUrn(): string }>(made: Registration, reply: Reply<T>): Reply<T> =>
  (error, response) => {
    if (response !== undefined) made.urn = response.getUrn();
    reply(error, response);
  };

/** A reference is the provider's URN and id, joined by `::`. */
const providerUrn = (reference: string) => reference.slice(0, Math.max(reference.lastIndexOf("::"), 0));

const NO_OPTIONS: RegisteredOptions = {
  protect: false,
  retainOnDelete: false,
  deleteBeforeReplace: false,
  ignoreChanges: [],
  replaceOnChanges: [],
  replacementTrigger: undefined,
  additionalSecretOutputs: [],
  dependsOn: [],
  deletedWith: "",
  customTimeouts: { create: "", update: "", delete: "" },
};

function fromRead(request: ReadResourceRequest) {
  const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
  const provider = providerUrn(request.getProvider());
  return { type, name, parent, kind: "read" as const, provider, options: NO_OPTIONS };
}

function fromRegister(request: RegisterResourceRequest) {
  const timeouts = request.getCustomtimeouts();
  const options: RegisteredOptions = {
    protect: request.getProtect() ?? false,
    retainOnDelete: request.getRetainondelete() ?? false,
    deleteBeforeReplace: request.getDeletebeforereplace(),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    replacementTrigger: request.getReplacementTrigger()?.toJavaScript(),
    additionalSecretOutputs: request.getAdditionalsecretoutputsList(),
    dependsOn: request.getDependenciesList(),
    deletedWith: request.getDeletedwith(),
    customTimeouts: {
      create: timeouts?.getCreate() ?? "",
      update: timeouts?.getUpdate() ?? "",
      delete: timeouts?.getDelete() ?? "",
    },
  };
  const [type, name, parent] = [request.getType(), request.getName(), request.getParent()];
  const kind = request.getCustom() ? ("custom" as const) : ("component" as const);
  return { type, name, parent, kind, provider: providerUrn(request.getProvider()), options };
}
