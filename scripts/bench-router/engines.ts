/** A prefill and a decode engine that answer at once, always the same: `node engines.ts PREFILL-PORT DECODE-PORT`. A decode whose request says
 *  so streams an event every 200 ms until its client leaves. */
import { createServer, type Socket } from "node:net";
import { frames } from "./frames";

const intervalMs = 200;
const [prefillPort, decodePort] = process.argv.slice(2).map(Number);

const completion = (more: object) =>
  JSON.stringify({
    id: "cmpl-0123456789abcdef",
    object: "text_completion",
    created: 1,
    model: "qwen3",
    choices: [{ index: 0, text: " and so it goes on for a while", logprobs: null, finish_reason: "length" }],
    usage: { prompt_tokens: 100, total_tokens: 116, completion_tokens: 16 },
    ...more,
  });

const params = {
  do_remote_prefill: true,
  do_remote_decode: false,
  remote_block_ids: [[1, 2, 3, 4, 5, 6, 7]],
  remote_engine_id: "a417138c-2567-4d14-ad91-b59185f9f76c",
  remote_request_id: "cmpl-0123456789abcdef-0-9f60d287",
  remote_host: "127.0.0.1",
  remote_port: 5600,
  tp_size: 1,
  dcp_size: 1,
  pp_size: 1,
  remote_num_tokens: 100,
  remote_blocks_expiry_time: null,
  transfer_mode: "pull",
};

function whole(body: string): Buffer {
  const head = `HTTP/1.1 200 OK\r\nserver: uvicorn\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  return Buffer.from(`${head}\r\n\r\n${body}`);
}

const prefilled = whole(completion({ kv_transfer_params: params }));
const decoded = whole(completion({ kv_transfer_params: null }));
const streamHead = Buffer.from(
  "HTTP/1.1 200 OK\r\nserver: uvicorn\r\ncontent-type: text/event-stream; charset=utf-8\r\ntransfer-encoding: chunked\r\n\r\n",
);
const event = `data: ${JSON.stringify({ id: "cmpl-0123456789abcdef", object: "text_completion", created: 1, model: "qwen3", choices: [{ index: 0, text: " word", logprobs: null, finish_reason: null }] })}\n\n`;
const piece = Buffer.from(`${event.length.toString(16)}\r\n${event}\r\n`);

/** Streams by the step in which they get their events, so that these come evenly. */
const steps = 40;
const streams = Array.from({ length: steps }, () => new Set<Socket>());
let step = 0;
setInterval(() => {
  step = (step + 1) % steps;
  for (const socket of streams[step] ?? []) socket.write(piece);
}, intervalMs / steps);

function serve(port: number | undefined, answer: Buffer, canStream: boolean): void {
  let next = 0;
  createServer((socket) => {
    socket.setNoDelay(true);
    let streaming = false;
    const read = frames(() => {
      if (!streaming) return socket.write(answer);
      socket.write(streamHead);
      const place = streams[next++ % steps];
      place?.add(socket);
      socket.once("close", () => place?.delete(socket));
    });
    socket.on("data", (bytes) => {
      if (canStream && bytes.includes('"stream":true')) streaming = true;
      read(bytes);
    });
    socket.on("error", () => socket.destroy());
  }).listen(port, "127.0.0.1");
}

serve(prefillPort, prefilled, false);
serve(decodePort, decoded, true);
process.once("disconnect", () => process.exit(0));
process.send?.("ready");
