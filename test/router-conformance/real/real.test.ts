import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completed, decodeBody } from "../../engine/contract/transfer/ask";
import { type Pair, startPair, stopPair } from "../../engine/contract/transfer/pair";
import { realEngine } from "../../engine/real/engine";
import { freshPrompt } from "../ask";
import { routers } from "../routers";
import type { Setup } from "../routers/router";
import { type RealStage, realRows } from "./rows";

const { available, reason } = realEngine();
const minutes = 60_000;

it("the real engine is installed, at least in CI", () => expect(available || !process.env.CI, reason).toBe(true));

describe.skipIf(!available)(`two real engines ${reason}`.trim(), { timeout: 3 * minutes, sequential: true }, () => {
  let pair: Pair;
  beforeAll(async () => {
    pair = await startPair("real");
  }, 12 * minutes);
  afterAll(async () => {
    if (pair) await stopPair(pair);
  }, minutes);

  const setup = (): Setup => ({
    prefill: [{ url: pair.prefill.url }],
    decode: [{ url: pair.decode.url }],
    leaseSeconds: pair.leaseSeconds,
    noPrefill: "fail",
    key: undefined,
    bodyBytes: 1_000_000,
    running: 100,
    queue: 100,
    queueSeconds: 30,
    prefillSeconds: 60,
  });

  describe.each(routers)("$name", (router) => {
    const ours = router.name === "sonar";
    const stage = {} as RealStage;
    beforeAll(async () => {
      if (router.missing) return;
      stage.router = await router.start(setup());
      stage.prefill = pair.prefill;
      stage.decode = pair.decode;
      stage.leaseSeconds = pair.leaseSeconds;
      // slow first steps
      await completed(pair.decode, decodeBody(freshPrompt()));
    }, 5 * minutes);
    afterAll(async () => stage.router?.kill());

    // what another router does not do is told, and no failure
    it.skipIf(router.missing !== "").each(realRows.map((row) => [row.name, row] as const))("%s", async (_, row) => {
      if (ours) return row.run(stage);
      const seen = await row.run(stage).then(
        () => "yes",
        (error: Error) => `no: ${error.message.split("\n")[0]}`,
      );
      process.stdout.write(`${router.name} ${router.version}: ${row.name}: ${seen}\n`);
      if (row.everybody) expect(seen).toBe("yes");
    });
  });
});
