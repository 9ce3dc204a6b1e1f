import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { command } from "../host/command";
import { bin } from "../host/paths";
import { pulumiEnvironment } from "./tools";

/** Configuration of a stack by key; objects are set as structures. */
export type Config = Record<string, unknown>;

/** What an operation printed and changed. */
export interface Result {
  text: string;
  /** Resources by what was done to them, as the CLI counts: `create`, `same`, … */
  changes: Record<string, number>;
}

/**
 * A stack of a Pulumi program, run by the real CLI with its state in a folder of its own.
 *
 * @param program folder with Pulumi.yaml
 * @param env more of the environment of the CLI and what it starts
 */
export class Stack {
  private readonly folder = mkdtempSync(join(tmpdir(), "sonar-stack-"));
  private readonly env: NodeJS.ProcessEnv;
  private readonly configFile = join(this.folder, "config.yaml");

  constructor(
    readonly program: string,
    readonly name: string,
    env: NodeJS.ProcessEnv = {},
  ) {
    this.env = { ...pulumiEnvironment(join(this.folder, "state")), ...env };
  }

  private run(args: string[]): Promise<string> {
    return command(join(bin, "pulumi"), ["--non-interactive", "--color=never", ...args], {
      cwd: this.program,
      env: this.env,
      // what failed stands far above the end
      lines: 500,
    });
  }

  private get where(): string[] {
    return ["--stack", this.name, "--config-file", this.configFile];
  }

  /** Makes the stack. */
  async init(config: Config = {}): Promise<void> {
    const written = join(this.program, `Pulumi.${this.name}.yaml`);
    if (existsSync(written)) throw new Error(`${written} is there already: give the stack another name.`);
    await this.run(["stack", "init", this.name, "--no-select"]);
    // the CLI writes it beside the program, where nothing of a test may stay
    cpSync(written, this.configFile);
    rmSync(written);
    await this.configure(config);
  }

  /** Sets entries of the configuration; others stay. Keys without a namespace are the project's. */
  async configure(config: Config): Promise<void> {
    const entries = Object.entries(config).map(([key, value]) => [
      key,
      typeof value === "object" ? { value: JSON.stringify(value), objectValue: value } : { value: String(value) },
    ]);
    await this.run(["config", "set-all", ...this.where, "--json", JSON.stringify(Object.fromEntries(entries))]);
  }

  /** @param flags more flags of the CLI, such as `--expect-no-changes` */
  async up(flags: string[] = []): Promise<Result> {
    return readResult(await this.run(["up", "--yes", "--skip-preview", ...this.where, ...flags]));
  }

  async preview(flags: string[] = []): Promise<Result> {
    return readResult(await this.run(["preview", ...this.where, ...flags]));
  }

  async refresh(flags: string[] = []): Promise<Result> {
    return readResult(await this.run(["refresh", "--yes", "--skip-preview", ...this.where, ...flags]));
  }

  async destroy(flags: string[] = []): Promise<Result> {
    return readResult(await this.run(["destroy", "--yes", "--skip-preview", ...this.where, ...flags]));
  }

  /** The stack's outputs, secrets in clear. */
  async outputs<T>(): Promise<T> {
    return JSON.parse(await this.run(["stack", "output", "--json", "--show-secrets", "--stack", this.name])) as T;
  }

  /** Everything in the stack's state, with secrets as they stand there. */
  async state(): Promise<string> {
    return this.run(["stack", "export", "--stack", this.name]);
  }

  /** Removes the stack's files; what it deployed stays unless it was destroyed. */
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Reads the summary that ends an operation: `+ 25 created`, `6 changes. 3 unchanged`. */
export function readResult(text: string): Result {
  const start = text.lastIndexOf("\nResources:");
  const summary = start < 0 && !text.startsWith("Resources:") ? "" : text.slice(start + 1);
  const counts = [
    ...summary.matchAll(/(\d+) (created|updated|replaced|deleted|unchanged|to create|to update|to replace|to delete)/g),
  ];
  return { text, changes: Object.fromEntries(counts.map(([, count, what]) => [what as string, Number(count)])) };
}
