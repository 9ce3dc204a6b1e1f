/** One line on stderr that says what is going on; nothing at all unless stderr is a terminal. */
export class Progress {
  private readonly timer: NodeJS.Timeout | undefined;
  private frame = 0;

  constructor(
    private readonly text: string,
    stream: Pick<NodeJS.WriteStream, "isTTY" | "write"> = process.stderr,
  ) {
    if (stream.isTTY !== true) return;
    // bound now: the stream is held back while a program runs
    this.write = stream.write.bind(stream);
    this.timer = setInterval(() => this.draw(), 100);
    // an empty event loop is how the end of a program is noticed
    this.timer.unref();
    this.draw();
  }

  /** Removes the line. */
  stop(): void {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.write("\r\u001b[K");
  }

  private write: (text: string) => void = () => {};

  private draw(): void {
    const wheel = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    this.write(`\r${wheel[this.frame++ % wheel.length]} ${this.text}\u001b[K`);
  }
}
