import type { Problem } from "../plan";
import type { KVCacheEngineArgs, KVShapeArgs } from "./args";

/** Bytes of the KV cache of one token over all GPUs of an engine: 2 × layers × KV heads × head size × bytes, or of a model with latent attention layers × latent × bytes. */
export function bytesPerToken(shape: KVShapeArgs, engine: KVCacheEngineArgs): number | null {
  const { layers, kvHeads, headDim, latentDim } = shape;
  const bytes = shape.dtypeBytes ?? bytesOf(engine);
  if (bytes === null) return null;
  if (latentDim !== undefined) return layers * latentDim * bytes;
  if (kvHeads === undefined || headDim === undefined) return null;
  return 2 * layers * kvHeads * headDim * bytes;
}

/** Bytes of one number by the names of types; null for those that keep scales or codes beside. */
function bytesOf({ dtype, kvCacheDtype }: KVCacheEngineArgs): number | null {
  const type = kvCacheDtype === undefined || kvCacheDtype === "auto" ? (dtype ?? "auto") : kvCacheDtype;
  if (/^fp8(_e4m3|_e5m2|_inc)?$/.test(type)) return 1;
  if (/^float(32)?$/.test(type)) return 4;
  return /^(auto|half|float16|bfloat16)$/.test(type) ? 2 : null;
}

/** A shape that is stated in part, or in two ways. */
export function shapeProblems({ kvHeads, headDim, latentDim }: KVShapeArgs): Problem[] {
  const path = "model.shape";
  const heads = kvHeads !== undefined || headDim !== undefined;
  if (latentDim !== undefined && heads) {
    return [
      {
        path,
        message:
          "has latentDim beside kvHeads or headDim, but a model has latent attention or it has heads. Give latentDim alone, or kvHeads and headDim.",
      },
    ];
  }
  if (latentDim === undefined && (kvHeads === undefined || headDim === undefined)) {
    return [
      {
        path,
        message:
          "does not say what a layer keeps of a token. Give kvHeads and headDim, or of a model with latent attention latentDim.",
      },
    ];
  }
  return [];
}
