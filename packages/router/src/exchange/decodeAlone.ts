import { decodeLoad, least } from "../choice/choose";
import type { Engine } from "../engines/engine";
import { decode } from "./decode";
import type { Ended } from "./disaggregated";
import type { ClientRequest } from "./request";
import type { Services } from "./services";

/** Gives a request to the least loaded decode engine as it is; to another one if it cannot be reached. */
export async function decodeAlone(
  services: Services,
  client: ClientRequest,
  body: readonly Buffer[],
  bytes: number | undefined,
): Promise<Ended> {
  const excluded = new Set<Engine>();
  for (let tries = 1; ; tries++) {
    const engine = least(
      services.registry.usable("decode").filter((one) => !excluded.has(one)),
      decodeLoad,
    );
    if (!engine) return { kind: "refused", reason: excluded.size > 0 ? "decode-unreachable" : "no-decode" };
    client.decode = engine.name;
    const method = client.req.method ?? "GET";
    const over = services.work.begin(engine);
    const outcome = await decode(services, client, engine, { method, body, bytes, lease: undefined }, over);
    if (outcome.kind === "answered") return outcome;
    if (outcome.kind === "gone") return { kind: "gone" };
    if (outcome.kind === "engine-lost" || outcome.kind === "engine-silent")
      return { kind: "refused", reason: outcome.kind };
    if (tries >= services.config.retries.pairAttempts) return { kind: "refused", reason: "decode-unreachable" };
    excluded.add(engine);
    client.retries++;
    services.metrics.retries.with({ side: "decode", reason: "unreachable" }).inc();
  }
}
