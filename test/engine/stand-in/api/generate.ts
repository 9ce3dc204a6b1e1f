import { type Listener, newSequence, type Sequence } from "../engine/sequence";
import { countTokens, type Prompt, seedOf } from "../engine/text";
import { coreDied } from "../http/errors";
import { usage } from "./shape";
import type { Writer } from "./writer";

/** One prompt of a request that has passed every check. */
export interface Task {
  prompt: Prompt;
  maxTokens: number;
}

/** The sequences of a request: for each prompt as many as it has choices. */
export function sequencesOf(tasks: readonly Task[], choices: number, echo: boolean, writer: Writer): Sequence[] {
  const promptTokens = tasks.reduce((n, t) => n + countTokens(t.prompt), 0);
  let open = tasks.length * choices;
  let tokens = 0;
  const ended = (generated: number) => {
    tokens += generated;
    if (--open === 0) writer.end(usage(promptTokens, tokens));
  };
  let failed = false;
  const fail = () => {
    if (!failed) writer.fail(coreDied());
    failed = true;
  };
  return tasks.flatMap((task, t) =>
    Array.from({ length: choices }, (_, c) => {
      const own = countTokens(task.prompt);
      const listener = listen(task, t * choices + c, echo, writer, { ended, fail });
      return newSequence({
        promptTokens: own,
        maxTokens: task.maxTokens,
        seed: seedOf(task.prompt, c),
        listener,
        choices,
      });
    }),
  );
}

function listen(
  { prompt, maxTokens }: Task,
  index: number,
  echo: boolean,
  writer: Writer,
  request: { ended: (generated: number) => void; fail: () => void },
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
      writer.text(index, last, reason, usage(promptTokens, generated));
      request.ended(generated);
    },
    failed: request.fail,
  };
}
