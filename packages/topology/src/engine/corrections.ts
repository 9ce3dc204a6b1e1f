import type { EngineOption } from "./option";

/** What the generated table of options says too loosely. Source: the engine's parser and configuration checks of 0.24.1, asked with a wrong
 *  and a right value of every option. */
export const corrections: Readonly<Record<string, Partial<EngineOption>>> = {
  // no plugin adds a backend
  "data-parallel-backend": { choicesOpen: false },
  // the parser takes any text, the configuration only an object
  "hf-overrides": { type: "json" },
  "shutdown-timeout": { minimum: 0 },
};
