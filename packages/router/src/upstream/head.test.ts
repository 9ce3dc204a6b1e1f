import { describe, expect, it } from "vitest";
import { parseHead } from "./head";

describe("the head of an answer", () => {
  it("is read, and what belongs to the connection stays here", () =>
    expect(
      parseHead("HTTP/1.1 200 OK\r\nDate: now\r\ncontent-length: 5\r\nConnection: keep-alive\r\nx:y:z\r\nempty:"),
    ).toEqual({
      status: 200,
      message: "OK",
      headers: ["Date", "now", "content-length", "5", "x", "y:z", "empty", ""],
      body: { kind: "length", bytes: 5 },
      keepAlive: true,
    }));

  it.each([
    ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked", "chunked", true],
    ["HTTP/1.1 200\r\ncontent-length: 0\r\nconnection: close", "length", false],
    ["HTTP/1.1 204 No Content", "none", true],
    ["HTTP/1.1 200 OK", "close", false],
    ["HTTP/1.0 200 OK\r\ncontent-length: 1", "length", false],
  ])("%j: body %s, kept: %s", (text, kind, keepAlive) =>
    expect(parseHead(text)).toMatchObject({ body: { kind }, keepAlive }),
  );

  it.each([
    "HTTP/2 200 OK",
    "HTTP/1.1 20 OK",
    "HTTP/1.1 200 OK\r\nno colon",
    "HTTP/1.1 200 OK\r\n: x",
    "HTTP/1.1 200 OK\r\ncontent-length: -1",
    "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 1",
  ])("is refused: %j", (text) => expect(typeof parseHead(text)).toBe("string"));
});
