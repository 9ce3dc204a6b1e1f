import { z } from "zod";
import { number, object, text, wholeNumber } from "../check";

/** The model to serve. */
export interface ModelArgs {
  /** Hugging Face id (`Qwen/Qwen3-8B`), an absolute path inside the model cache (`/models/…`), or, streamed, `s3://bucket/folder`. */
  source: string;
  /** Commit, tag or branch of the weights. @default the main branch as it is when first fetched, with a warning */
  revision?: string;
  /** Name that clients ask for. @default the last part of `source` */
  servedName?: string;
  /** Longest prompt plus answer in tokens; `"auto"` lets the engine take what fits. @default "auto" */
  maxLength?: number | "auto";
  /** Longest context the model itself supports, in tokens (`max_position_embeddings`). `maxLength` above it is refused. */
  contextLimit?: number;
  /** Attention heads of the model (`num_attention_heads`); the tensor parallel size must divide them. @default not checked */
  attentionHeads?: number;
  /** Transformer layers of the model (`num_hidden_layers`); there cannot be more pipeline stages. @default not checked */
  layers?: number;
  /** Experts of a mixture of experts (`num_experts`); 0: the model is dense. @default not known */
  experts?: number;
  /** Size of the weights in GiB: gives the start budget and the memory estimate. @default unknown, with a start budget of 30 minutes */
  weightsGiB?: number;
}

const maxLengthHint = 'Give tokens, for example 32768, or "auto".';

export const modelSchema = object({
  source: text('Name a model, for example "Qwen/Qwen3-8B".').refine(
    (s) => s.startsWith("/") || /^s3:\/\/[^/\s]+\/[^/\s]/.test(s) || /^[\w.-]+(\/[\w.-]+)?$/.test(s),
    {
      error: ({ input }) =>
        `must be a Hugging Face id or an absolute path, but it is ${JSON.stringify(input)}. Write "org/name", "/models/…" for a folder of the model cache, or "s3://bucket/folder".`,
    },
  ),
  revision: text("Give a commit, a tag or a branch, or leave it out.").optional(),
  servedName: text("Give the name that clients ask for, or leave it out.").optional(),
  maxLength: z
    .union([z.literal("auto"), wholeNumber({ min: 1, hint: maxLengthHint })], {
      error: ({ input }) =>
        `must be a whole number of tokens from 1, or "auto", but it is ${JSON.stringify(input) ?? input}. ${maxLengthHint}`,
    })
    .optional(),
  contextLimit: wholeNumber({ min: 1, hint: "Take max_position_embeddings from the model's config.json." }).optional(),
  attentionHeads: wholeNumber({ min: 1, hint: "Take num_attention_heads from the model's config.json." }).optional(),
  layers: wholeNumber({ min: 1, hint: "Take num_hidden_layers from the model's config.json." }).optional(),
  experts: wholeNumber({
    min: 0,
    hint: "Take num_experts from the model's config.json, or give 0 for a dense model.",
  }).optional(),
  weightsGiB: number({ min: 0, hint: "Give the size of the weight files in GiB, or leave it out." }).optional(),
});
