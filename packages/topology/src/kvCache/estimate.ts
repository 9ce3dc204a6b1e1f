import type { Explanations, KVCacheEstimate } from "../plan";
import type { KVCacheSpec } from "./args";
import { bytesPerToken } from "./shape";

/** The prompt that the estimate is for. */
const promptTokens = 8192;

/** What an entry weighs and whether a hit pays. `capacityGiB`: what the whole cache holds; null where that grows with the engines. */
export function planEstimate(
  { model, engine = {}, network, prefillTokensPerSecond, backend }: KVCacheSpec,
  capacityGiB: number | null,
  why: Explanations,
): KVCacheEstimate {
  const bytes = model.shape ? bytesPerToken(model.shape, engine) : null;
  const unknown = model.shape ? "the KV cache's type has no fixed number of bytes" : "the model's shape is not stated";
  why.because(
    "estimate.bytesPerToken",
    bytes,
    bytes === null ? unknown : "2 × layers × KV heads × head size × bytes of a number, or layers × latent × bytes",
    "model.shape",
  );
  const capacityTokens = bytes === null || capacityGiB === null ? null : Math.floor((capacityGiB * 2 ** 30) / bytes);
  // memory of the engine's own pod is not behind the network
  const remote = backend.kind !== "cpu";
  const missing = [
    ...(bytes === null ? [model.shape ? "model.shape.dtypeBytes" : "model.shape"] : []),
    ...(remote && network === undefined ? ["network.gbps"] : []),
    ...(remote && prefillTokensPerSecond === undefined ? ["prefillTokensPerSecond"] : []),
  ];
  if (bytes === null || !remote || network === undefined || prefillTokensPerSecond === undefined)
    return { bytesPerToken: bytes, capacityTokens, hit: null, missing };
  const networkSeconds = (promptTokens * bytes * 8) / (network.gbps * 1e9);
  const prefillSeconds = promptTokens / prefillTokensPerSecond;
  const pays = networkSeconds < prefillSeconds;
  why.because(
    "estimate.hit.pays",
    pays,
    `${promptTokens} tokens of ${bytes} bytes take ${seconds(networkSeconds)} s at ${network.gbps} Gbit/s, and ${seconds(prefillSeconds)} s to compute at ${prefillTokensPerSecond} tokens/s; looking up and the store's own work come on top`,
    "network.gbps",
  );
  return {
    bytesPerToken: bytes,
    capacityTokens,
    hit: {
      tokens: promptTokens,
      networkSeconds: seconds(networkSeconds),
      prefillSeconds: seconds(prefillSeconds),
      pays,
    },
    missing,
  };
}

const seconds = (value: number) => Number(value.toPrecision(3));
