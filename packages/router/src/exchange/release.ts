import type { Engine } from "../engines/engine";
import { requestHead } from "../http/headers";
import type { TransferParameters } from "./parameters";
import type { Services } from "./services";

const silenceMs = 5000;
const mostAtOnce = 64;
let atOnce = 0;

/**
 * Tells prefill, through a decode engine, that nobody comes for its blocks: they would stay reserved until the lease ends. A decode engine that
 * refuses a request before it is scheduled notifies prefill, so it is asked for a model that there is not: no prompt, no token. Best effort.
 */
export function release(
  services: Services,
  decode: Engine | undefined,
  parameters: TransferParameters,
  id: string,
): void {
  const { metrics, work } = services;
  const count = (outcome: string) => metrics.releases.with({ outcome }).inc();
  if (!decode?.usable || atOnce >= mostAtOnce) {
    count("skipped");
    return;
  }
  atOnce++;
  const over = work.begin(decode);
  const body = Buffer.from(
    `{"model":"sonar-router-release","prompt":"x","max_tokens":1,"kv_transfer_params":${parameters.json}}`,
  );
  const key = services.authorization ? `authorization: ${services.authorization}\r\n` : "";
  const lines = `x-request-id: ${id}-release\r\ncontent-type: application/json\r\n${key}`;
  const done = (outcome: string) => {
    atOnce--;
    over();
    count(outcome);
  };
  decode.pool.send(
    { head: requestHead("POST", "/v1/completions", decode.name, lines, body.length), body: [body], silenceMs },
    {
      head: () => undefined,
      data: () => undefined,
      end: () => done("told"),
      failed: () => done("failed"),
    },
  );
}
