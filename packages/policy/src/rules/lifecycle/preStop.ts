import type { EngineView } from "../../engine";

/** Seconds that a container sleeps before it is told to stop, as far as its preStop hook says; 0 without a hook. */
export function preStopSeconds({ container }: EngineView): number {
  const hook = container.at("lifecycle", "preStop");
  if (!hook.exists) return 0;
  const sleep = hook.at("sleep", "seconds").number();
  if (sleep !== undefined) return sleep;
  const words = hook
    .at("exec", "command")
    .items()
    .map((word) => word.text() ?? "");
  const slept = /\bsleep\s+(\d+)/.exec(words.join(" "))?.[1];
  // the library's own hook takes the seconds as its last word
  return Number(slept ?? (/^\d+$/.test(words.at(-1) ?? "") ? words.at(-1) : 0));
}
