import { parseArgs } from "node:util";
import { handleClosedPipes, writeAll } from "./terminal/exit";
import { didYouMean, nearest } from "./text/nearest";
import { COMMANDS, USAGE } from "./usage";

const OPTIONS = {
  stack: { type: "string" },
  config: { type: "string", multiple: true },
  timeout: { type: "string" },
  json: { type: "boolean" },
  out: { type: "string" },
  "policy-config": { type: "string" },
  namespace: { type: "string", short: "n" },
  context: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean" },
} as const;

/** A mistake on the command line. */
class UsageError extends Error {}

/** Runs the command line. Returns the exit code; commands are loaded when they are called, so that help is quick. */
export async function main(argv: string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    await writeAll(process.stderr, `error: ${error.message}\nSee sonar --help.\n`);
    return 1;
  }
}

async function run(argv: string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [command, ...rest] = positionals;
  if (values.help || command === "help" || (command === undefined && !values.version)) {
    await writeAll(process.stdout, USAGE);
    return command === undefined && !values.help ? 1 : 0;
  }
  if (values.version) {
    await writeAll(process.stdout, `${(require("../package.json") as { version: string }).version}\n`);
    return 0;
  }
  if (command === "doctor") {
    if (
      values.stack !== undefined ||
      values.config ||
      values.out !== undefined ||
      values["policy-config"] !== undefined
    )
      throw new UsageError("doctor takes --namespace, --context, --timeout and --json only.");
    const [service] = take(rest, "sonar doctor SERVICE", 1, 1);
    const { namespace, context, json = false } = values;
    const { doctorCommand } = require("./doctor/command") as typeof import("./doctor/command");
    return doctorCommand({ service, namespace, context, json, timeoutSeconds: seconds(values.timeout) });
  }
  if (values.namespace !== undefined || values.context !== undefined)
    throw new UsageError("--namespace and --context belong to doctor.");
  const common = { stack: values.stack, config: values.config ?? [], timeoutSeconds: seconds(values.timeout) };
  if (command === "preview") {
    const [folder] = take(rest, "sonar preview DIR", 1, 1);
    const { previewCommand } = require("./preview/command") as typeof import("./preview/command");
    return previewCommand({
      ...common,
      folder,
      json: values.json ?? false,
      out: values.out,
      policyConfig: values["policy-config"],
    });
  }
  if (command === "diff") {
    if (values.out !== undefined) throw new UsageError("--out belongs to preview.");
    const [file, folder = "."] = take(rest, "sonar diff OLD [DIR]", 1, 2);
    const { diffCommand } = require("./diff/command") as typeof import("./diff/command");
    return diffCommand({
      ...common,
      file,
      folder,
      json: values.json ?? false,
      policyConfig: values["policy-config"],
    });
  }
  if (command === "explain") {
    if (values.json || values.out || values["policy-config"] !== undefined)
      throw new UsageError("--json, --out and --policy-config belong to preview and diff.");
    const [folder, path = ""] = take(rest, "sonar explain DIR [PATH]", 1, 2);
    const { explainCommand } = require("./explain/command") as typeof import("./explain/command");
    return explainCommand({ ...common, folder, path });
  }
  throw new UsageError(`There is no command "${command}". ${didYouMean(command ?? "", COMMANDS)}`.trim());
}

function parse(argv: string[]) {
  try {
    return parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const unknown = /Unknown option '(-[^']*)'/.exec(error instanceof Error ? error.message : "")?.[1];
    if (unknown === undefined) throw new UsageError(error instanceof Error ? error.message : String(error));
    const near = nearest(unknown.replace(/^-+/, ""), Object.keys(OPTIONS), 1).map((name) => ` Did you mean --${name}?`);
    throw new UsageError(`There is no option ${unknown}.${near.join("")}`);
  }
}

function take(given: string[], usage: string, least: number, most: number): [string, string?] {
  const [first, second] = given;
  if (first === undefined || given.length < least || given.length > most) {
    throw new UsageError(`The command takes ${usage}, not ${given.length === 0 ? "nothing" : given.join(" ")}.`);
  }
  return [first, second];
}

function seconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!(number > 0)) throw new UsageError(`--timeout takes seconds above 0, not "${text}".`);
  return number;
}

if (require.main === module) start();

/** Runs the process's own command line and ends the process, whatever the program has left open. */
export function start(): void {
  handleClosedPipes();
  main(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error) => {
      console.error(error);
      process.exit(70);
    },
  );
}
