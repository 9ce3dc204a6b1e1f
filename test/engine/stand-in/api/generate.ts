import { type Listener, newSequence, type RemoteKv, type Sequence } from "../engine/sequence";
import { countTokens, kvOf, type Prompt } from "../engine/text";
import { coreDied } from "../http/errors";
import { usage } from "./shape";
import type { TransferParams, Writer } from "./writer";

/** One prompt of a request that has passed every check. */
export interface Task {
  prompt: Prompt;
  maxTokens: number;
}

/** What a request does with KV caches of and for other engines. */
export interface Kv {
  /** Holds what a sequence leaves, and says how to get it; undefined: nobody asked. */
  hold: ((kv: number, tokens: number, sequence: number) => TransferParams | undefined) | undefined;
  /** Where the KV cache of each prompt is to come from; undefined: prefill here. */
  remote: (() => RemoteKv) | undefined;
}

/** The sequences of a request: for each prompt as many as it has choices. */
export function sequencesOf(
  tasks: readonly Task[],
  choices: number,
  echo: boolean,
  writer: Writer,
  { hold, remote }: Kv,
): Sequence[] {
  const promptTokens = tasks.reduce((n, t) => n + countTokens(t.prompt), 0);
  let open = tasks.length * choices;
  let tokens = 0;
  const held: (TransferParams | undefined)[] = [];
  const ended = (generated: number) => {
    tokens += generated;
    if (--open === 0) writer.end(usage(promptTokens, tokens), held[0]);
  };
  let failed = false;
  const fail = (why: "core" | "load") => {
    if (failed) return;
    failed = true;
    if (why === "core") writer.fail(coreDied());
    else writer.lost();
  };
  return tasks.flatMap((task, t) =>
    Array.from({ length: choices }, (_, c) => {
      const index = t * choices + c;
      const own = countTokens(task.prompt);
      const kv = kvOf(task.prompt);
      const keep = () => {
        if (hold) held[index] = hold(kv, own, index);
      };
      const listener = listen(task, index, echo, writer, { ended, fail, keep });
      const { maxTokens } = task;
      return newSequence({ promptTokens: own, maxTokens, choice: c, kv, remote: remote?.(), listener, choices });
    }),
  );
}

function listen(
  { prompt, maxTokens }: Task,
  index: number,
  echo: boolean,
  writer: Writer,
  request: { ended: (generated: number) => void; fail: (why: "core" | "load") => void; keep: () => void },
): Listener {
  const promptTokens = countTokens(prompt);
  const echoed = echo && typeof prompt === "string" ? prompt : "";
  let generated = 0;
  let last = "";
  return {
    token(text) {
      const shown = generated++ === 0 ? echoed + text : text;
      // the last text goes out together with the reason for the end
      if (generated === maxTokens) last = shown;
      else writer.text(index, shown, null, usage(promptTokens, generated));
    },
    finished(reason) {
      if (reason === "length") request.keep();
      writer.text(index, last, reason, usage(promptTokens, generated));
      request.ended(generated);
    },
    failed: request.fail,
  };
}
