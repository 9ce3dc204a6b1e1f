import { beforeAll, describe, expect, it } from "vitest";
import { standInNext } from "../../images/names";
import { inPod, logs } from "../../scenario/exec";
import { sumOf } from "../../scenario/metrics";
import { engineProcess, podProcess } from "../../scenario/processes";
import { TestService } from "../../scenario/testService";
import { wrongTexts } from "../../scenario/texts";
import { type Component, pods, uids } from "../../scenario/workloads";

const minutes = 60_000;
const compatibility = "sonar-iac/compatibility";
/** What may become of a request that ran on, or through, what was lost. */
const lost = /^(plain|stream|leaver): (HTTP 502 engine-lost|cut|terminated)/;

/** What the router says of one request. */
interface RoutedRequest {
  prefill: string;
  decode: string;
}

/** Two prefill and two decode engines, stand-ins that behave as the real ones do, while they are changed and broken. */
describe("prefill and decode apart", { timeout: 15 * minutes }, () => {
  let service: TestService;
  const replaced = async (component: Component, change: () => Promise<unknown>) => {
    const before = await uids(service.namespace, component);
    await change();
    // routers that leave finish what they have
    const after = (await pods(service.namespace, component)).filter(({ leaving }) => !leaving);
    return after.every(({ uid }) => !before.includes(uid));
  };

  beforeAll(async () => {
    service = await TestService.start("pd-changes", { kind: "pd" });
  }, 10 * minutes);

  it.each<[Component, object]>([
    ["prefill", { prefill: { engine: { maxBatchedTokens: 8192 } } }],
    ["decode", { decode: { engine: { maxSequences: 128 } } }],
    ["router", { admission: { queueSeconds: 29 } }],
  ])("drops nothing while its %s pods are replaced", async (component, args) => {
    let all = false;
    const { failed, texts } = await service.planned(`P/D: update of ${component}`, async () => {
      all = await replaced(component, () => service.change(args));
    });
    expect(failed).toEqual([]);
    expect(all).toBe(true);
    expect(await wrongTexts("stand-in", 23_412, texts)).toEqual([]);
  });

  it("moves prefill and decode to a new engine together, drops nothing, and never pairs old with new", async () => {
    const version = new Map<string, string>();
    const look = async () => {
      for (const component of ["prefill", "decode"] as const)
        for (const { address, labels } of await pods(service.namespace, component))
          if (address) version.set(address, labels[compatibility] as string);
    };
    const { failed } = await service.planned("P/D: a new engine version", async () => {
      const watch = setInterval(() => void look().catch(() => undefined), 500);
      try {
        await service.change({ image: standInNext });
      } finally {
        clearInterval(watch);
      }
      await look();
    });
    expect(failed).toEqual([]);
    expect(new Set(version.values()).size).toBe(2);
    const routed = await requests();
    const pairs = routed.map(({ prefill, decode }) => [version.get(hostOf(prefill)), version.get(hostOf(decode))]);
    const known = pairs.filter(([prefill, decode]) => prefill && decode);
    expect(known.filter(([prefill, decode]) => prefill !== decode)).toEqual([]);
    expect(new Set(known.map(([prefill]) => prefill)).size).toBe(2);
  });

  it.each<[string, object]>([
    ["prefill 2 → 3", { prefill: { replicas: 3 } }],
    ["prefill 3 → 2", { prefill: { replicas: 2 } }],
    ["decode 2 → 3", { decode: { replicas: 3 } }],
    ["decode 3 → 2", { decode: { replicas: 2 } }],
  ])("drops nothing at %s", async (scenario, args) => {
    const { failed } = await service.planned(`P/D: ${scenario}`, () => service.change(args), 90);
    expect(failed).toEqual([]);
  });

  it("loses nothing when a prefill engine is killed", async () => {
    const [engine] = await pods(service.namespace, "prefill");
    const { failed, texts } = await service.fault("P/D: prefill SIGKILL", async () =>
      process.kill(engineProcess(engine?.name as string), "SIGKILL"),
    );
    // what decode was fetching from it just then fails with the policy "fail", as the engine says it: HTTP 500, or an event of the stream
    for (const failure of failed) expect(failure).toMatch(/^(plain|stream|leaver): (HTTP 500|cut|not whole)/);
    expect(failed.length).toBeLessThanOrEqual(1);
    expect(await wrongTexts("stand-in", 23_412, texts)).toEqual([]);
  });

  it("loses only what ran on a decode engine that is killed", async () => {
    const [engine] = await pods(service.namespace, "decode");
    const { failed } = await service.fault("P/D: decode SIGKILL", async () =>
      process.kill(engineProcess(engine?.name as string), "SIGKILL"),
    );
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed) expect(failure).toMatch(lost);
  });

  it("loses only what ran through a router that is killed", async () => {
    const [router] = await pods(service.namespace, "router");
    const { failed } = await service.fault("P/D: router SIGKILL", async () =>
      process.kill(podProcess(router?.name as string, "router.cjs"), "SIGKILL"),
    );
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed) expect(failure).toMatch(lost);
  });

  it("answers a failed transfer as the engine does, with the policy fail", async () => {
    await service.change({ engine: { environment: { STAND_IN_FAULTS: "1" } } });
    const { failed, texts } = await service.during("P/D: 5 transfers fail, policy fail", () => failTransfers(5));
    // a client that leaves its stream may have left one of them
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.length).toBeLessThanOrEqual(5);
    for (const failure of failed) expect(failure).toMatch(/^(plain|stream|leaver): (HTTP 500|not whole)/);
    expect(await wrongTexts("stand-in", 23_412, texts)).toEqual([]);
  });

  it("computes again what did not arrive, with the policy recompute", async () => {
    await service.change({ kvLoadFailure: "recompute" });
    const { failed, texts } = await service.during("P/D: 5 transfers fail, policy recompute", () => failTransfers(5));
    expect(failed).toEqual([]);
    expect(await wrongTexts("stand-in", 23_412, texts)).toEqual([]);
  });

  it("leaves nothing behind when it is destroyed", () => service.end());

  /** Makes a decode engine fail to fetch that often, and waits until it has. */
  async function failTransfers(times: number): Promise<void> {
    const [engine] = await pods(service.namespace, "decode");
    const failedUntilNow = () =>
      sumOf(service.namespace, engine?.name as string, "engine", 2242, "aphrodite:nixl_num_failed_transfers_total");
    const before = await failedUntilNow();
    const body = JSON.stringify({ kind: "fail-transfer", times });
    const ask = `import urllib.request as r; r.urlopen(r.Request("http://127.0.0.1:2242/stand-in/fault", data=b"""${body}""", headers={"Content-Type": "application/json"}))`;
    await inPod(service.namespace, engine?.name as string, "engine", `python3 -c '${ask}'`);
    await expect.poll(failedUntilNow, { timeout: 60_000 }).toBe(before + times);
  }

  /** What all routers have logged of requests that were served. */
  async function requests(): Promise<RoutedRequest[]> {
    const routers = await pods(service.namespace, "router");
    const texts = await Promise.all(routers.map(({ name }) => logs(service.namespace, name, "router")));
    return texts
      .flatMap((text) => text.split("\n"))
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as RoutedRequest)
      .filter(({ prefill, decode }) => prefill && decode);
  }
});

const hostOf = (url: string) => new URL(url.includes("://") ? url : `http://${url}`).hostname;
