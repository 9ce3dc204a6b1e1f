import { format } from "node:util";
import { finding } from "../recorder/finding";
import type { Recording } from "../recorder/recording";

/** Most text that is kept of what a program prints. */
const KEPT = 1024 * 1024;

/**
 * Holds back what a program prints, because stdout belongs to the result and secrets are complete only at the end. Warnings and
 * errors that the program logs through Pulumi become findings.
 */
export class HeldConsole {
  private text = "";
  private readonly restore: (() => void)[] = [];

  constructor(private readonly recording: Recording) {}

  /** Starts to hold back. */
  hold(): void {
    for (const method of ["log", "info", "debug", "warn", "error", "trace"] as const) {
      const before = console[method];
      console[method] = (...args: unknown[]) => this.line(format(...args));
      this.restore.push(() => {
        console[method] = before;
      });
    }
    for (const stream of [process.stdout, process.stderr]) {
      const before = stream.write;
      stream.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
        this.keep(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8"));
        const done = rest.find((one): one is () => void => typeof one === "function");
        if (done !== undefined) process.nextTick(done);
        return true;
      };
      this.restore.push(() => {
        stream.write = before;
      });
    }
  }

  /** Stops, and returns what was printed, without secrets. */
  release(): string {
    for (const restore of this.restore.splice(0)) restore();
    const text = this.recording.secrets.scrub(this.text);
    this.text = "";
    return text;
  }

  private line(text: string): void {
    const [, severity, message] = /^(warning|error|info): \[runtime\] ([\s\S]*)$/.exec(text) ?? [];
    if (severity === "warning") this.recording.warnings.push(finding(null, message ?? text));
    else if (severity === "error") this.recording.errors.push(finding(null, message ?? text));
    else this.keep(`${message ?? text}\n`);
  }

  private keep(text: string): void {
    if (this.text.length < KEPT) this.text += text;
  }
}
