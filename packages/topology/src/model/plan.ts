import { createHash } from "node:crypto";
import type { Explanations, ModelPlan, Problem } from "../plan";
import type { ModelArgs } from "./args";

/** Whether a revision names one state of the weights for good. */
export const isCommit = (revision: string | undefined) => /^[0-9a-f]{40}$/.test(revision ?? "");

/** The model with its defaults; problems and warnings go to the lists. */
export function planModel(args: ModelArgs, why: Explanations, problems: Problem[], warnings: Problem[]): ModelPlan {
  const { source, revision, contextLimit, weightsGiB } = args;
  const maxLength = args.maxLength ?? "auto";
  if (contextLimit !== undefined && typeof maxLength === "number" && maxLength > contextLimit) {
    problems.push({
      path: "model.maxLength",
      value: maxLength,
      message: `${maxLength} tokens are more than the model's own limit of ${contextLimit} (model.contextLimit). Use ${contextLimit} or less, or "auto".`,
    });
  }
  if (isHub(source) && !isCommit(revision)) {
    const now = revision === undefined ? "no revision is given" : `"${revision}" may move`;
    warnings.push({
      path: "model.revision",
      message: `${now}, so that two caches filled on different days can hold different weights. Give the commit (40 hexadecimal digits).`,
    });
  }
  return {
    source,
    ...(revision !== undefined && { revision }),
    servedName: why.because(
      "model.servedName",
      args.servedName ?? (source.split("/").filter(Boolean).at(-1) as string),
      args.servedName === undefined ? "the last part of model.source" : "as given",
      "model.servedName",
    ),
    maxLength: why.because(
      "model.maxLength",
      maxLength,
      args.maxLength === undefined
        ? "not given: the engine takes the longest context that fits its memory"
        : "as given",
      "model.maxLength",
    ),
    ...(weightsGiB !== undefined && { weightsBytes: Math.round(weightsGiB * 2 ** 30) }),
  };
}

/** Whether the model comes from the Hugging Face hub; else it is a path inside the cache, or in S3. */
export const isHub = (source: string) => !source.startsWith("/") && !isS3(source);

/** Whether the model is a folder of a bucket, from which the engine streams it. */
export const isS3 = (source: string) => source.startsWith("s3://");

/** Identifies model and revision in names: 8 hexadecimal digits. */
export const modelId = (model: Pick<ModelPlan, "source" | "revision">) =>
  createHash("sha256")
    .update(`${model.source}@${model.revision ?? "main"}`)
    .digest("hex")
    .slice(0, 8);
