import { once } from "node:events";
import { request } from "node:https";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { selfSigned } from "./certificate";
import { annotation, label } from "./names";
import { listen, registration } from "./webhook";

const address = "127.0.0.1";
let server: Awaited<ReturnType<typeof listen>>;
let ca: Buffer;

beforeAll(async () => {
  const tls = await selfSigned(address);
  ca = tls.cert;
  server = await listen(address, tls);
});
afterAll(() => server.server.close());

interface Answer {
  response: { uid: string; allowed: boolean; patch: string; status?: { message: string } };
}

async function ask(object: object): Promise<Answer["response"]> {
  const { webhooks } = registration(address, server.port, ca);
  const { url, caBundle } = (webhooks[0] as { clientConfig: { url: string; caBundle: string } }).clientConfig;
  const asked = request(url, { method: "POST", agent: false, ca: Buffer.from(caBundle, "base64") });
  asked.end(JSON.stringify({ request: { uid: "7", namespace: "llm", object } }));
  const [answer] = await once(asked, "response");
  return ((await json(answer)) as Answer).response;
}

it("answers over TLS, to whom knows its certificate, with what a pod gets", async () => {
  const { patch, ...response } = await ask({
    metadata: {
      name: "big-0",
      labels: { [label.set]: "big", [label.worker]: "0" },
      annotations: { [annotation.size]: "2" },
    },
    spec: { subdomain: "big", containers: [{ name: "engine" }] },
  });
  expect(response).toEqual({ uid: "7", allowed: true, patchType: "JSONPatch" });
  const changes = JSON.parse(Buffer.from(patch, "base64").toString()) as { path: string; value: unknown }[];
  expect(changes.map(({ path }) => path)).toEqual(["/metadata/labels", "/spec/containers"]);
  expect(changes[0]?.value).toMatchObject({ [label.group]: "0" });
  expect(JSON.stringify(changes[1]?.value)).toContain("big-0.big.llm");
});

it("refuses a pod that it does not understand, with the reason", async () => {
  const response = await ask({ metadata: { name: "big-0" }, spec: { containers: [] } });
  expect(response).toMatchObject({ allowed: false, status: { message: expect.stringContaining("annotation") } });
});
