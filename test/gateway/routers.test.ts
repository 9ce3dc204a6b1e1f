import { afterEach, expect, it } from "vitest";
import { ask, askChat } from "./client";
import { describeGateway, startGateway } from "./haproxy";
import { type Handler, ok, startUpstream, type Upstream } from "./upstream";
import { sleep, until } from "./wait";

const open: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.stop();
});

/** Answers as a router does that refuses a request. */
const refuse =
  (status: number, reason: string, headers: Record<string, string> = {}): Handler =>
  (_, response) =>
    void response
      .writeHead(status, { "content-type": "application/json", "x-sonar-reason": reason, ...headers })
      .end(JSON.stringify({ error: { message: "No.", type: "server_error", code: reason } }));

/** A gateway before routers, which know /ready. */
async function before(...handlers: Handler[]) {
  const routers: Upstream[] = [];
  for (const handle of handlers) {
    const router = await startUpstream(handle, 0, "/ready");
    routers.push(router);
    open.push(router);
  }
  const gateway = await startGateway({
    engines: routers.map(({ address }) => address),
    site: { routers: true, healthPath: "/ready" },
  });
  open.push(gateway);
  return { gateway, routers };
}

describeGateway("A gateway before routers", () => {
  it.each([
    [429, "queue-full", "3"],
    [503, "no-prefill", "5"],
    [503, "lease-expired", "1"],
    [502, "engine-lost", undefined],
  ])("passes a router's %s with its reason %s, and logs it", async (status, reason, later) => {
    const { gateway, routers } = await before(refuse(status, reason, later ? { "retry-after": later } : {}));
    const answer = await askChat(gateway.port);
    expect([answer.status, answer.headers["x-sonar-reason"], answer.headers["retry-after"]]).toEqual([
      status,
      reason,
      later,
    ]);
    expect(answer.json().error.code).toBe(reason);
    const line = await until("the log's line", () => gateway.lines().find((one) => one.status === status));
    expect(line.reason).toBe(reason);
    expect(routers[0]?.seen).toHaveLength(1);
  });

  it("gives its own reasons where it refuses itself, and none to what a router has served", async () => {
    const { gateway } = await before(ok);
    expect((await ask(gateway.port, "/v2/unknown")).headers["x-sonar-reason"]).toBe("unknown-path");
    const served = await askChat(gateway.port);
    expect([served.status, served.headers["x-sonar-reason"]]).toEqual([200, undefined]);
  });

  it("hands on the request's id, and no reason of a client's", async () => {
    const { gateway, routers } = await before(ok);
    const headers = { "x-request-id": "abc-1", "x-sonar-reason": "mine" };
    expect((await askChat(gateway.port, { headers })).headers["x-request-id"]).toBe("abc-1");
    expect(routers[0]?.seen[0]?.headers).toMatchObject({ "x-request-id": "abc-1" });
    expect(routers[0]?.seen[0]?.headers).not.toHaveProperty("x-sonar-reason");
  });

  it("sends nothing to a router that is not ready, whatever else it answers", async () => {
    const { gateway, routers } = await before(ok, ok);
    const [ill, well] = routers;
    if (ill) ill.healthy = false;
    await sleep(3500);
    const seen = ill?.seen.length;
    await Promise.all(Array.from({ length: 8 }, () => askChat(gateway.port)));
    expect([ill?.seen.length, well?.seen.length]).toEqual([seen, 8]);
  });
});
