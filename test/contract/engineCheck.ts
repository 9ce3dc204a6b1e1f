import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runLines } from "../engine/process/lines";
import { realEngine } from "../engine/real/engine";

/** A command line to ask the engine about. */
export interface Line {
  /** Unique among the lines asked together. */
  id: string;
  /** As after `aphrodite serve`: the model first. */
  argv: readonly string[];
  /** Variables of the engine's process. */
  env?: Readonly<Record<string, string>>;
  /** The model is a mixture of experts; default dense (36 layers, 32 heads, 8 KV heads, 40,960 positions). */
  moe?: boolean;
  /** Files that are mounted; where the list is given, if only an empty one, the connectors of KV caches are examined too. */
  files?: readonly { path: string; content: string }[];
}

/** What the engine says of a command line. */
export interface Answer {
  id: string;
  ok: boolean;
  /** The engine's error, at most 600 characters; only when not ok. */
  error?: string;
  /** What the engine made of it, as Python shows it: sizes, rank, executor; only when ok. */
  resolved?: Readonly<Record<string, string | number | null>>;
}

/**
 * The engine's own parser and configuration checks, asked about command lines in one process; the answers are in the order of the lines.
 * No GPU and no weights are needed, but the engine is (`npm run engine:install`). About 15 s to start, then 0.1 to 1 s a line.
 * Not asked: whether the GPUs of a node suffice (any number is taken for granted), and whether the model named exists.
 * Throws when the engine is not installed or its process fails.
 */
export async function checkWithEngine(lines: readonly Line[]): Promise<Answer[]> {
  const { available, reason, home } = realEngine();
  if (!available) throw new Error(reason);
  const folder = mkdtempSync(join(tmpdir(), "sonar-engine-check-"));
  try {
    const python = join(home, "v", "bin", "python");
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("APHRODITE_")));
    const input = lines.map((line) => JSON.stringify(line));
    const output = await runLines(python, [join(__dirname, "check.py"), folder], input, env);
    const answers = output.map((text) => JSON.parse(text) as Answer);
    const order = answers.map(({ id }) => id).join("\n");
    if (order !== lines.map(({ id }) => id).join("\n")) throw new Error(`answers do not match the lines:\n${order}`);
    return answers;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
