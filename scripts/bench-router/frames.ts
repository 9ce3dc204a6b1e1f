/** Just as much of HTTP/1.1 as the benchmark's own programs need to be faster than any router: where a message ends. */

/** Called with the head of each message, once it is complete. */
export type OnMessage = (head: string) => void;

/**
 * Takes a connection's bytes as they come and tells of each message that is complete: with a length, chunked, or without a body.
 * @param begun Called as soon as a head is there.
 */
export function frames(complete: OnMessage, begun: OnMessage = () => {}): (bytes: Buffer) => void {
  let rest: Buffer | undefined;
  let head: string | undefined;
  let left = 0;
  return (bytes) => {
    let data = rest ? Buffer.concat([rest, bytes]) : bytes;
    rest = undefined;
    while (data.length > 0) {
      if (head === undefined) {
        const end = data.indexOf("\r\n\r\n");
        if (end < 0) break;
        head = data.toString("latin1", 0, end + 2);
        data = data.subarray(end + 4);
        left = lengthOf(head);
        begun(head);
      }
      if (left >= 0) {
        const taken = Math.min(left, data.length);
        left -= taken;
        data = data.subarray(taken);
        if (left > 0) return;
      } else {
        // of a chunked body only the end matters
        const end = data.lastIndexOf("0\r\n\r\n");
        if (end < 0 || end + 5 !== data.length) {
          rest = Buffer.from(data.subarray(Math.max(0, data.length - 4)));
          return;
        }
        data = data.subarray(data.length);
      }
      const done = head;
      head = undefined;
      complete(done);
    }
    rest = data.length > 0 ? data : undefined;
  };
}

/** Bytes of the body; -1: chunked. */
function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  if (length !== undefined) return Number(length);
  return /\r\ntransfer-encoding: *chunked/i.test(head) ? -1 : 0;
}
