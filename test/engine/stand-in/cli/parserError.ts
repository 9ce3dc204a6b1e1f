/** Ends the program as Python's argparse does: a message on stderr and exit code 2. */
export class ParserError extends Error {
  /** @param program Whose usage is shown: the command itself, or `aphrodite serve`. */
  constructor(
    readonly program: "aphrodite" | "aphrodite serve",
    message: string,
  ) {
    super(message);
  }

  /** What goes to stderr. */
  text(): string {
    const usage = this.program === "aphrodite" ? "[-h] [-v] {serve,run} ..." : "[model_tag] [options]";
    return `usage: ${this.program} ${usage}\n${this.program}: error: ${this.message}\n`;
  }
}
