import { expect, it } from "vitest";
import { sonar } from "./sonar";

/** The root stack with other settings than its own. */
const preview = (...config: string[]) =>
  sonar("preview", ".", "--json", ...config.flatMap((entry) => ["--config", entry]));

it("the root stack runs prefill and decode apart from its configuration alone", async () => {
  const { code, stdout } = await preview(
    "sonar:service=pd",
    "sonar:replicas=1",
    'sonar:prefill={"replicas": 2, "engine": {"maxBatchedTokens": 16384}}',
    'sonar:decode={"replicas": 3}',
    "sonar:kvLoadFailure=recompute",
  );
  const { errors, topology } = JSON.parse(stdout);
  expect([code, errors]).toEqual([0, []]);
  expect(topology.qwen3).toMatchObject({
    service: "PDDisaggregation",
    pools: { prefill: { replicas: 2 }, decode: { replicas: 3 } },
    transfer: { loadFailure: "recompute" },
  });
}, 120_000);
