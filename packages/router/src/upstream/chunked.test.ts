import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ChunkReader } from "./chunked";

function read(pieces: Buffer[]) {
  const reader = new ChunkReader();
  let text = "";
  for (const [at, piece] of pieces.entries()) {
    const stop = reader.read(piece, 0, (chunk) => {
      text += chunk.toString("latin1");
    });
    if (stop < 0) return "wrong";
    if (reader.done) return { text, rest: piece.toString("latin1", stop) + pieces.slice(at + 1).join("") };
  }
  return "open";
}

describe("a chunked body", () => {
  it("is the same however it is cut", () =>
    fc.assert(
      fc.property(
        fc.array(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 6 }),
        fc.array(fc.nat(400), { maxLength: 8 }),
        (chunks, cuts) => {
          const body = chunks.map((chunk) => `${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`).join("");
          const bytes = Buffer.from(`${body}0\r\n\r\nrest`);
          const places = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
            (a, b) => a - b,
          );
          const pieces = places.slice(1).map((end, at) => bytes.subarray(places[at], end));
          expect(read(pieces)).toEqual({ text: Buffer.from(chunks.join("")).toString("latin1"), rest: "rest" });
        },
      ),
    ));

  it("may have extensions and a trailer", () =>
    expect(read([Buffer.from("2;a=b\r\nhi\r\n0\r\nx: y\r\n\r\n")])).toEqual({ text: "hi", rest: "" }));

  it.each(["x\r\n", "-1\r\n", "1\r\nabc\r\n", "fffffffffffff\r\n", `${"1".repeat(2000)}`])(
    "that makes no sense is refused: %j",
    (text) => expect(read([Buffer.from(text)])).toBe("wrong"),
  );

  it("that has not ended is open", () => expect(read([Buffer.from("5\r\nab")])).toBe("open"));
});
