import { dirname } from "node:path";
import { loadSdk, Recording, record, type Sdk } from "../recorder";
import { Secrets } from "../secrets/secrets";
import { makeConfig } from "./config";
import { confine } from "./confine";
import { findEntry } from "./entry";
import { loadProgram } from "./load";
import { InvalidProgramError } from "./problems";
import { readProject } from "./project";
import { readStack } from "./stack";

/** What to run, and how. */
export interface RunOptions {
  /** @default dev, or the only stack */
  stack?: string;
  /** Settings in place of the stack's: `replicas=3`, `sonar:model.maxLength=1024`. */
  config?: string[];
  /** A program that has not settled by then is ended. @default 60 */
  timeoutSeconds?: number;
  /** The process does nothing else; see RecordOptions. @default false */
  ownsProcess?: boolean;
}

/** A run of a project's program. */
export interface Run {
  recording: Recording;
  /** What the program printed, without secrets. */
  printed: string;
}

/**
 * Runs the Pulumi program in a folder without Pulumi's engine. Faults are in the recording's errors, those of its files and
 * configuration too; it throws only for a bug.
 */
export async function runProgram(folder: string, options: RunOptions = {}): Promise<Run> {
  const secrets = new Secrets();
  try {
    const project = readProject(folder);
    const stack = readStack(project, options.stack);
    const config = makeConfig(project, stack, options.config ?? []);
    secrets.add(config.secrets);
    const recording = new Recording(project.name, stack.name, secrets);
    recording.warnings.push(...config.warnings);
    const entry = findEntry(project, recording.warnings);
    prepareEnvironment(project.root);
    const sdk = loadSdk(dirname(entry.file));
    noteSecretCalls(sdk, secrets);

    const program = () => loadProgram(entry, recording.warnings);
    const { timeoutSeconds, ownsProcess } = options;
    const printed = await confine(recording, entry.folder, () =>
      record(sdk, recording, program, {
        root: project.root,
        organization: stack.organization,
        config: config.values,
        secretKeys: config.secretKeys,
        timeoutSeconds,
        ownsProcess,
      }),
    );
    return { printed, recording };
  } catch (error) {
    if (!(error instanceof InvalidProgramError)) throw error;
    const recording = new Recording("", "", secrets);
    recording.errors.push(...error.findings);
    return { printed: "", recording };
  }
}

/** What the SDK reads from the environment when it is loaded. A real engine's address must not be used. */
function prepareEnvironment(root: string): void {
  process.env.PULUMI_NODEJS_ROOT_DIRECTORY = root;
  for (const name of ["MONITOR", "ENGINE", "SYNC"]) delete process.env[`PULUMI_NODEJS_${name}`];
}

/** Remembers what the program calls secret, even if no resource ever holds it: errors and logs may repeat it. */
function noteSecretCalls(sdk: Sdk, secrets: Secrets): void {
  const { pulumi } = sdk;
  const original = pulumi.secret;
  const noting = (value: unknown) => {
    if (typeof value === "string" || typeof value === "number") secrets.add(value);
    return original(value);
  };
  // the SDK's exports are plain properties; where a later one makes them constant, only marks protect
  Reflect.set(pulumi, "secret", noting);
}
