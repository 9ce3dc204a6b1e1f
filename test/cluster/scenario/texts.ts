import { type EngineKind, startEngine } from "../../engine/start";

/** Asked of the other engine at once. */
const atOnce = 8;

/** Texts that differ from those of one engine that does all by itself, as `prompt: text, not text`. */
export async function wrongTexts(kind: EngineKind, port: number, texts: Map<string, string>): Promise<string[]> {
  const engine = await startEngine({
    kind,
    port,
    argv: ["--served-model-name", "qwen3", "--max-model-len", "4096"],
    env: { STAND_IN_TOKENS_PER_SECOND: "10000" },
  });
  const wrong: string[] = [];
  const left = [...texts];
  const compare = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [prompt, text] = next;
      const right = await textOf(engine.url, prompt);
      if (right !== text) wrong.push(`${prompt}: ${text}, not ${right}`);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, compare));
    return wrong;
  } finally {
    await engine.stop();
  }
}

async function textOf(url: string, prompt: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/v1/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "qwen3", prompt, max_tokens: 20, temperature: 0, ignore_eos: true }),
  });
  const { choices } = (await answer.json()) as { choices: { text: string }[] };
  return choices[0]?.text;
}
