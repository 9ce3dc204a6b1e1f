import * as pulumi from "@pulumi/pulumi";
import { isRecord } from "../kubernetes/path";
import { fake, groupVersionKind } from "./fakes";
import { watchOutputs } from "./outputs";
import { Recorder, type Registration } from "./recorder";
import { decode, secret, UNKNOWN } from "./wire";

export type { Registration } from "./recorder";
export { UNKNOWN } from "./wire";

const STACK = "pulumi:pulumi:Stack";

/** How a program is run. */
export interface DeployOptions {
  /** Runs a preview, in which names, ids and generated values are not known. @default false */
  preview?: boolean;
  /** Configuration by full key: `sonar:replicas`. @default {} */
  config?: Record<string, string>;
  /** Answers to provider functions, by token. A call without an answer fails. @default {} */
  calls?: Record<string, (inputs: Record<string, unknown>) => Record<string, unknown>>;
  /** Answers, in an update, in place of the fake providers; undefined leaves a resource to them. */
  answer?: (resource: Registration) => { id: string; state: Record<string, unknown> } | undefined;
  /** Adds to what the program sees of a resource. */
  state?: (resource: Registration) => Record<string, unknown> | undefined;
  /** A program that has not settled by then fails. @default 10 */
  timeoutSeconds?: number;
}

/** What a program did. */
export interface Recorded {
  /** All but the stack, in the order in which the program made them. */
  resources: Registration[];
  /** What the program returned, as the stack's outputs; nothing when it returned a resource. */
  outputs: Record<string, unknown>;
  /** URN of the stack, the parent of what has none. */
  stack: string;
  /** Secrets that fake providers made up, in clear. */
  secrets: string[];
}

/**
 * Runs a program against Pulumi's mocks, in this process, and returns what it registered once everything has settled.
 *
 * Mocks do not run `transforms`, do not refuse two resources of one URN, and know nothing of replacement.
 *
 * @throws what the program throws; Error naming the resources that wait, when the program does not settle
 */
export async function deploy(program: () => unknown, options: DeployOptions = {}): Promise<Recorded> {
  const { preview = false, config = {}, calls = {}, timeoutSeconds = 10 } = options;
  const recorder = new Recorder();
  const secrets: string[] = [];
  await pulumi.runtime.setMocks(
    {
      newResource: () => answer(recorder, preview, options, secrets),
      call: ({ token, inputs }) => {
        const reply = calls[token];
        if (reply !== undefined) return reply(inputs);
        const details = `${token} has no answer; give deploy one: calls: { "${token}": … }`;
        // the SDK shows nothing but the details of a failed call
        throw Object.assign(new Error(details), { details });
      },
    },
    "project",
    "test",
    preview,
  );
  pulumi.runtime.setAllConfig(config);
  recorder.attach();
  const outputs = watchOutputs();

  const constructed: string[] = [];
  let thrown: { error: unknown } | undefined;
  const running = pulumi.runtime.runInPulumiStack(async () => {
    pulumi.runtime.registerStackTransformation(({ type, name }) => {
      constructed.push(keyOf({ type, name }));
      return undefined;
    });
    try {
      const returned = await program();
      // a resource is no set of outputs: the SDK would export all of its insides
      return pulumi.Resource.isInstance(returned) ? {} : returned;
    } catch (error) {
      // thrown on, it would come back as several unhandled rejections
      thrown = { error };
      return {};
    }
  });
  const settled = running.then(() => pulumi.runtime.disconnect());
  const inTime = await within(settled, timeoutSeconds).finally(outputs.stop);
  if (thrown !== undefined) throw thrown.error;
  const registered = new Set(recorder.registrations.map(keyOf));
  const pending = constructed.filter((key) => !registered.has(key));
  if (!inTime || pending.length > 0) {
    const what = pending.length > 0 ? `these resources still wait: ${pending.join(", ")}` : "no resource waits";
    throw new Error(`The program has not settled${inTime ? "" : ` within ${timeoutSeconds} s`}; ${what}.`);
  }
  const stack = recorder.registrations.find(({ type }) => type === STACK);
  for (const one of recorder.registrations) {
    if (one.kind === "component" && one !== stack && !outputs.registered.has(keyOf(one))) delete one.outputs;
  }
  return {
    resources: recorder.registrations
      .filter(({ type }) => type !== STACK)
      // registration is asynchronous
      .sort((a, b) => constructed.indexOf(keyOf(a)) - constructed.indexOf(keyOf(b))),
    outputs: stack?.outputs ?? {},
    stack: stack?.urn ?? "",
    secrets,
  };
}

/** What tells a resource from others of a program, apart from its parents. */
export const keyOf = ({ type, name }: Pick<Registration, "type" | "name">) => `${type}::${name}`;

/** What the mocks say of the resource that is being registered. */
function answer(recorder: Recorder, preview: boolean, options: DeployOptions, secrets: string[]) {
  const resource = recorder.current;
  if (resource === undefined) throw new Error("The mocks were asked before the recorder was");
  const { type, name, kind } = resource;
  if (kind === "component") return { id: undefined, state: {} };
  const answered = preview ? undefined : options.answer?.(resource);
  const made = fake({ type, name, inputs: recorder.raw, preview });
  secrets.push(...(made.secrets ?? []));
  // inputs as they were sent have their marks of secrets
  const own = answered ? { ...answered.state, ...recorder.raw } : made.state;
  const state: Record<string, unknown> = { ...own, ...options.state?.(resource) };
  for (const property of resource.options.additionalSecretOutputs) {
    if (state[property] !== undefined) state[property] = secret(state[property]);
  }
  resource.state = decode(state).value;
  return { id: answered?.id ?? made.id, state };
}

/** Whether a promise settles in time; rejects when it does. */
async function within(promise: Promise<unknown>, seconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), seconds * 1000);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A value that is not known in a preview. Of use only in `deploy(…, { preview: true })`. */
export function unknown<T>(): pulumi.Output<T> {
  return pulumi.output(pulumi.unknown) as unknown as pulumi.Output<T>;
}

/** The part of an Output that the SDK keeps to itself. */
interface Settling<T> {
  promise(): Promise<T>;
  isKnown: Promise<boolean>;
  isSecret: Promise<boolean>;
}

/**
 * Waits for the value of an Output.
 *
 * @param seconds how long to wait
 * @throws Error when the value does not come, or is not known
 */
export async function value<T>(output: pulumi.Output<T>, seconds = 5): Promise<T> {
  const settling = output as unknown as Settling<T>;
  const { isKnown } = settling;
  const promise = settling.promise();
  // a failure is told once, by the promise below
  for (const one of [isKnown, settling.isSecret]) one.catch(() => undefined);
  if (!(await within(promise, seconds))) throw new Error(`The output had no value within ${seconds} s`);
  if (!(await isKnown)) throw new Error("The output is not known in this preview");
  return promise;
}

/** A Kubernetes object as it would be sent to the API server. */
export type Manifest = Record<string, unknown> & { apiVersion: string; kind: string };

/**
 * The Kubernetes objects of a run, in the order in which the program made them. An object without a name has the one that Pulumi would
 * make up; what is not known is left out.
 */
export function manifests({ resources }: Pick<Recorded, "resources">): Manifest[] {
  return resources.filter(isManifest).map(({ type, inputs, state }) => {
    const name = isRecord(state.metadata) ? state.metadata.name : undefined;
    const metadata = { name, ...(isRecord(inputs.metadata) && inputs.metadata) };
    return { ...known({ ...inputs, metadata }), ...groupVersionKind(type) };
  });
}

/** Whether a resource is an object that the API server takes: no patch, list or Helm release, nothing that is only read. */
function isManifest({ type, kind }: Registration): boolean {
  return kind === "custom" && /^kubernetes:(?!helm\.sh\/|yaml|kustomize)/.test(type) && !/(Patch|List)$/.test(type);
}

function known(object: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(object).filter(([, item]) => item !== undefined && item !== UNKNOWN);
  return Object.fromEntries(entries.map(([key, item]) => [key, inside(item)]));
}

function inside(item: unknown): unknown {
  if (Array.isArray(item)) return item.filter((one) => one !== UNKNOWN).map(inside);
  return isRecord(item) ? known(item) : item;
}

/** What a program is refused with; "" when it is taken. */
export const refusal = (program: () => unknown): Promise<string> =>
  deploy(() => void program()).then(
    () => "",
    (error: Error) => error.message,
  );
