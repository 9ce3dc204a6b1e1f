const cr = 0x0d;
const lf = 0x0a;
const longestLine = 1024;

/** Takes a chunked body apart, however its bytes are cut. */
export class ChunkReader {
  private state: "size" | "data" | "data-end" | "trailer" = "size";
  private line = "";
  private left = 0;
  /** Whether the last chunk and the trailer have been read. */
  done = false;

  /** Hands on the data in `bytes` from `at` on. Returns where it stopped: the end, or behind the body; −1 when it is not a chunked body. */
  read(bytes: Buffer, at: number, data: (chunk: Buffer) => void): number {
    while (at < bytes.length) {
      if (this.state === "data") {
        const end = Math.min(bytes.length, at + this.left);
        data(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end));
        this.left -= end - at;
        at = end;
        if (this.left === 0) this.state = "data-end";
        continue;
      }
      const newline = bytes.indexOf(lf, at);
      const end = newline < 0 ? bytes.length : newline;
      if (end > at) this.line += bytes.toString("latin1", at, end);
      if (this.line.length > longestLine) return -1;
      if (newline < 0) return bytes.length;
      at = newline + 1;
      const line = this.line.charCodeAt(this.line.length - 1) === cr ? this.line.slice(0, -1) : this.line;
      this.line = "";
      if (!this.next(line)) return -1;
      if (this.done) return at;
    }
    return at;
  }

  private next(line: string): boolean {
    if (this.state === "data-end") {
      this.state = "size";
      return line === "";
    }
    if (this.state === "trailer") {
      this.done = line === "";
      return true;
    }
    const semicolon = line.indexOf(";");
    const digits = (semicolon < 0 ? line : line.slice(0, semicolon)).trim();
    if (!/^[0-9a-f]{1,12}$/i.test(digits)) return false;
    this.left = Number.parseInt(digits, 16);
    this.state = this.left === 0 ? "trailer" : "data";
    return true;
  }
}
