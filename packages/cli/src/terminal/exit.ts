/** Ends the process when the reader of stdout or stderr has gone, as `head` does; nobody is left to tell. */
export function handleClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(process.exitCode ?? 0);
    });
  }
}

/** Writes a text and waits until it is out: on a pipe, a write may take several turns. */
export function writeAll(stream: NodeJS.WritableStream, text: string): Promise<void> {
  if (text === "") return Promise.resolve();
  return new Promise((resolve) => stream.write(text, () => resolve()));
}
