import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Api, type WatchEvent } from "./api";
import { selfSigned } from "./certificate";
import type { Pod, Resource } from "./types";

let server: Server;
let api: Api;
let asked: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  const tls = await selfSigned("127.0.0.1");
  server = createServer(tls, async (request, response) => {
    const { method, url, headers } = request;
    asked.push([method, url, headers["content-type"] ?? "-", await text(request)].join(" "));
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  api = new Api({ server: `https://127.0.0.1:${port}`, ca: tls.cert, token: "secret" });
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  api.close();
  server.close();
});

const say = (status: number, body: object) => {
  answer = (_, response) => response.writeHead(status).end(JSON.stringify(body));
};
const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "big-0", namespace: "llm", uid: "7" } } as Resource;
const path = "/api/v1/namespaces/llm/pods/big-0";

it("applies as the controller, and takes fields over", async () => {
  say(200, {});
  await api.apply(pod);
  expect(asked).toEqual([
    `PATCH ${path}?fieldManager=lws&force=true application/apply-patch+yaml ${JSON.stringify(pod)}`,
  ]);
});

it("deletes the object that was meant, and no later one of its name", async () => {
  say(200, {});
  await api.remove(pod, "Foreground");
  const options = '{"propagationPolicy":"Foreground","preconditions":{"uid":"7"}}';
  expect(asked).toEqual([`DELETE ${path} application/json ${options}`]);
});

it("asks for a list by label, and changes a status by merging", async () => {
  say(200, { items: [pod] });
  expect(await api.list("/apis/apps/v1/namespaces/llm/statefulsets", "a/b=c")).toEqual([pod]);
  await api.merge(`${path}/status`, { status: {} });
  expect(asked).toEqual([
    "GET /apis/apps/v1/namespaces/llm/statefulsets?labelSelector=a%2Fb%3Dc - ",
    `PATCH ${path}/status application/merge-patch+json {"status":{}}`,
  ]);
});

it("takes what is not there for nothing, and tells every other refusal with its reason", async () => {
  say(404, {});
  expect(await api.get(path)).toBeUndefined();
  expect(await api.remove(pod, "Background")).toBeUndefined();
  say(409, { message: "the uid is another" });
  await expect(api.remove(pod, "Background")).rejects.toThrow(
    `DELETE ${path}: HTTP 409 {"message":"the uid is another"}`,
  );
});

it("tells watched events however they are cut, until the server ends", async () => {
  const events = [1, 2].map((number) => ({ type: "ADDED", object: { metadata: { name: `big-${number}` } } }));
  const stream = events.map((event) => `${JSON.stringify(event)}\n`).join("");
  answer = async (_, response) => {
    for (const part of stream.match(/.{1,20}\n?/g) ?? []) {
      response.write(part);
      await new Promise((sent) => setTimeout(sent, 5));
    }
    response.end();
  };
  const told: WatchEvent<Pod>[] = [];
  await api.watch<Pod>("/api/v1/pods", "app", new AbortController().signal, (event) => told.push(event));
  expect(told).toEqual(events);
  expect(asked).toEqual(["GET /api/v1/pods?watch=1&timeoutSeconds=120&labelSelector=app - "]);
});

it.each(["before", "after"])("ends a watch that is cut off %s its first event", async (when) => {
  const stop = new AbortController();
  answer = (_, response) => {
    if (when === "after") response.writeHead(200).write('{"type":"ADDED","object":{}}\n');
    else stop.abort();
  };
  const watching = api.watch("/api/v1/pods", "", stop.signal, () => stop.abort());
  await expect(watching).rejects.toThrow("abort");
});
