/** Rules that are ours: what topology refuses although the engine's own checks would let it pass, and why. */
export const ours: { pattern: RegExp; why: string }[] = [
  {
    pattern: /^parallelism\.pipeline: \d+ stages, but the model has/,
    why: "the engine notices only when it builds the stages, with the GPUs already rented",
  },
];
