interface Rule {
  pattern: RegExp;
  why: string;
}

/** Rules that are ours: what topology refuses although the engine's own checks would let it pass, and why. */
export const ours: Rule[] = [
  {
    pattern: /^parallelism\.pipeline: \d+ stages, but the model has/,
    why: "the engine notices only when it builds the stages, with the GPUs already rented",
  },
];

/** The same of prefill and decode apart: most of it the engines notice only when the first request brings two of them together. */
export const oursApart: Rule[] = [
  {
    pattern: /^decode\.parallelism\.pipeline: decode with \d+ pipeline stages/,
    why: "the engine's workers refuse it when they register their memory, after the weights are loaded",
  },
  {
    pattern: /^transfer\.mode: decode would pull from the first/,
    why: "decode asks the first stage only, and the handshake for the others' layers fails",
  },
  {
    pattern: /^decode\.parallelism\.tensor: \d+ GPUs of decode and \d+ of prefill/,
    why: "one engine does not know of the other; the handshake fails",
  },
  {
    pattern: /cannot exchange KV caches/,
    why: "one engine does not know of the other; requests fail, or get wrong text where the engine does not compare",
  },
  {
    pattern: /"kv-offloading-size" makes the engine use a connector for offloading/,
    why: "the engine silently takes another connector than the one it was told",
  },
  { pattern: /^transfer\.leaseSeconds: /, why: "the engine does not know what the router needs" },
  { pattern: /^transfer\.sideChannelPort: /, why: "the second of the two to bind the port fails" },
  { pattern: /^transfer\.backends: names no transport/, why: "NIXL has nothing to move blocks with" },
  { pattern: /^model\.maxLength: with "auto"/, why: "one engine does not know of the other" },
];

/** The same of engines of several nodes: most of it the engine notices only when ranks meet, with all nodes rented, or never. */
export const oursSpanning: Rule[] = [
  {
    pattern: /^nodesPerReplica: a copy of the model on 1 node/,
    why: "another service is for that, which needs no groups",
  },
  {
    pattern: /^parallelism\.tensor: \d+ tensor parallel ranks would lie on several nodes/,
    why: "it works, and is slow: who wants it says so",
  },
  {
    pattern: /^nodesPerReplica: \d+ data parallel ranks of \d+ GPUs on \d+ nodes of/,
    why: "the engine counts whole nodes for each rank, and the rest wait for ranks that never come",
  },
  {
    pattern: /^parallelism\.data\.size: a data parallel rank of \d+ GPUs spans nodes/,
    why: "the engine makes each rank of a dense model a group of its own, and all groups meet at one port of the first node",
  },
  {
    pattern: /^parallelism\.data\.loadBalancing: "internal" has one API for the ranks of all nodes/,
    why: "on a planned stop of a dense model the first pod waits for its own ranks only, and streams of the others break",
  },
  {
    pattern:
      /^parallelism\.data\.loadBalancing: "(external|hybrid|multi-port)" (is (one|several) whole|shares requests)/,
    why: "the engine silently takes another mode, or leaves GPUs idle",
  },
  {
    pattern: /^parallelism\.data\.loadBalancing: "(external|multi-port)" is for mixtures of experts, and nothing says/,
    why: "the engine reads it in the model's configuration, which topology is told of",
  },
  { pattern: /^parallelism\.data\.rpcPort: /, why: "the second of the two to bind the port fails" },
  { pattern: /^parallelism\.executor: "uni" runs one worker/, why: "the other ranks are never started" },
  { pattern: /^parallelism\.expert: experts are shared out over/, why: "it has no effect" },
  {
    pattern: /^parallelism\.expert\.eplb\.acknowledgeImbalanceBaseline: /,
    why: "the engine does not ask for a baseline",
  },
  {
    pattern: /^parallelism\.expert\.eplb\.config: \d+ experts/,
    why: "the engine notices only when it builds the layers, with the GPUs already rented",
  },
];
