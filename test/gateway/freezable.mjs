// An HTTP server in a process of its own, for tests that freeze or kill it: node freezable.mjs PORT. POST answers after the body's `ms`.
import { createServer } from "node:http";

createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  setTimeout(() => response.end(`{"pid":${process.pid}}`), body === "" ? 0 : (JSON.parse(body).ms ?? 0));
}).listen(Number(process.argv[2]), "127.0.0.1", () => console.log("listening"));
