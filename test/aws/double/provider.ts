import aws from "@pulumi/aws/package.json";
import { functions } from "../resources/functions";
import { definitionOf } from "../resources/table";
import type { Sidecar } from "../sidecar/client";
import type { Definition, Made, Values } from "./definition";
import { changedInputs, difference } from "./diff";
import { keyOf, Live } from "./live";
import { DEFAULTS, withName } from "./names";
import { isCreatedInMoto, perform } from "./perform";
import { createCall, inputProblems, problemsBefore } from "./prove";
import { refusals } from "./removal";
import { plainValues } from "./values";

const nameOf = (urn: string) => urn.split("::").at(-1) as string;
const typeOf = (urn: string) => (urn.split("::")[2] as string).split("$").at(-1) as string;

/** Inputs as AWS's API is to get them. */
const clean = (raw: unknown): Values => {
  const { [DEFAULTS]: _, ...inputs } = plainValues(raw);
  return inputs;
};

const fail = (urn: string, what: string, problems: string[]) => {
  if (problems.length > 0) throw new Error(`${nameOf(urn)} cannot be ${what}:\n  ${problems.join("\n  ")}`);
};

/** How the engine is told that a resource is no longer there. */
const gone = { id: "", props: {} };
/** EC2 says `InvalidGroup.NotFound`, EFS `FileSystemNotFound`, IAM `NoSuchEntity`. */
const isNotFound = (error: unknown) => /NotFound|NoSuchEntity/.test(error instanceof Error ? error.message : "");

/** What the engine asks of a provider, with AWS's API behind it. */
export class AwsDouble {
  /** The package's, which the engine asks for. */
  readonly version: string = aws.version;

  constructor(private readonly sidecar: Sidecar) {}

  check = async (urn: string, olds: unknown, news: unknown) => {
    const definition = definitionOf(typeOf(urn));
    const inputs = withName(definition, nameOf(urn), plainValues(olds), news as Values);
    return { inputs, failures: inputProblems(definition, clean(inputs)) };
  };

  diff = async (id: string, urn: string, olds: unknown, news: unknown) => {
    const definition = definitionOf(typeOf(urn));
    const before = await this.inputsBefore(definition, id, olds);
    return difference(definition, before, plainValues(news));
  };

  create = async (urn: string, raw: Values) => {
    const definition = definitionOf(typeOf(urn));
    const inputs = clean(raw);
    fail(
      urn,
      "created",
      await problemsBefore(this.sidecar, definition, inputs, new Live(await this.sidecar.entries())),
    );
    const [answer] = await perform(this.sidecar, definition, [createCall(definition, inputs)]);
    const { id, outputs } = definition.result(
      isCreatedInMoto(definition) ? (answer as Values) : definition.answer(inputs),
      inputs,
    );
    const made: Made = { id, inputs, outputs: { ...inputs, ...outputs } };
    await this.keep(definition, made);
    await perform(this.sidecar, definition, definition.after?.(made) ?? []);
    return { id, outs: { ...withoutDefaults(raw), ...outputs } };
  };

  read = async (id: string, urn: string, props: Values) => {
    const definition = definitionOf(typeOf(urn));
    const entry = new Live(await this.sidecar.entries()).find(definition.type, id);
    if (entry === undefined) return gone;
    try {
      const [answer] = definition.read ? await perform(this.sidecar, definition, [definition.read(entry)]) : [];
      if (answer && definition.isGone?.(answer)) return gone;
    } catch (error) {
      if (isNotFound(error)) return gone;
      throw error;
    }
    return { id, props };
  };

  update = async (id: string, urn: string, olds: unknown, raw: Values) => {
    const definition = definitionOf(typeOf(urn));
    const live = new Live(await this.sidecar.entries());
    const outputs = plainValues(olds);
    const before: Made = { id, inputs: await this.inputsBefore(definition, id, olds), outputs };
    const now: Made = { id, inputs: clean(raw), outputs: { ...outputs, ...clean(raw) } };
    const others = new Live(live.without(definition.type, id));
    fail(urn, "updated", [
      ...(await problemsBefore(this.sidecar, definition, now.inputs, others)),
      ...(definition.changeRules?.(now.inputs, before.inputs) ?? []).map((rule) => `rule: ${rule}`),
    ]);
    const changed = changedInputs(before.inputs, now.inputs, definition.unordered);
    const fresh: Values = {};
    for (const update of definition.updates.filter(({ inputs }) => inputs.some((name) => changed.includes(name)))) {
      const answers = await perform(this.sidecar, definition, update.calls(now, before));
      Object.assign(fresh, update.outputs?.(answers));
    }
    const computed = Object.fromEntries(
      Object.entries(olds as Values).filter(([name]) => !Object.hasOwn(before.inputs, name) || name === "id"),
    );
    await this.keep(definition, {
      id,
      inputs: now.inputs,
      outputs: { ...plainValues(computed), ...now.inputs, ...fresh },
    });
    return { outs: { ...computed, ...withoutDefaults(raw), ...fresh } };
  };

  delete = async (id: string, urn: string) => {
    const definition = definitionOf(typeOf(urn));
    const live = new Live(await this.sidecar.entries());
    const entry = live.find(definition.type, id);
    if (entry === undefined) throw new Error(`${nameOf(urn)}: there is no ${definition.type} ${id}`);
    fail(urn, "deleted", refusals(definition, entry, live));
    await perform(this.sidecar, definition, definition.remove(entry));
    await this.sidecar.remove(entry.key);
  };

  invoke = async (token: string, raw: unknown) => {
    const answer = functions[token];
    if (answer === undefined)
      throw new Error(
        `The double of the AWS provider does not know ${token}. Add it to test/aws/resources/functions.ts.`,
      );
    return { outputs: answer(plainValues(raw), new Live(await this.sidecar.entries())) };
  };

  /** The engine tells a provider written in Node.js old outputs only; which of them were inputs is kept with what was made. */
  private async inputsBefore(definition: Definition, id: string, olds: unknown): Promise<Values> {
    const entry = new Live(await this.sidecar.entries()).find(definition.type, id);
    return entry?.inputs ?? plainValues(olds);
  }

  private keep({ type }: Definition, { id, inputs, outputs }: Made): Promise<void> {
    return this.sidecar.add({ key: keyOf(type, id), type, id, inputs, outputs });
  }
}

const withoutDefaults = (raw: Values): Values => {
  const { [DEFAULTS]: _, ...rest } = raw;
  return rest;
};
