import type { Finding } from "../recorder/finding";

/** Faults found before the program ran: in its files, its configuration or the command line. */
export class InvalidProgramError extends Error {
  constructor(readonly findings: Finding[]) {
    super(findings.map((one) => one.message).join("\n"));
    this.name = "InvalidProgramError";
  }
}

/** Gathers faults under one heading, so that all are reported at once. */
export class Faults {
  readonly findings: Finding[] = [];

  constructor(
    /** What the faults are in: `Pulumi.yaml`. */
    private readonly component: string,
  ) {}

  /** Notes a fault at a path: `config.replicas`. */
  add(path: string, message: string, value?: unknown): void {
    this.findings.push({ component: this.component, path, message, ...(value === undefined ? {} : { value }) });
  }

  /** Throws {@link InvalidProgramError} if there is any fault. */
  throwIfAny(): void {
    if (this.findings.length > 0) throw new InvalidProgramError(this.findings);
  }
}
