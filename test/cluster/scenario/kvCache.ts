import { inPod } from "./exec";
import { sumOf } from "./metrics";

/** A prompt of a thousand tokens (bytes, to the tests' model): eight blocks of an engine on a CPU, which is what is saved and loaded. */
export const longPrompt = (name: string) => `${name}: ${"tell me about the sea and the ships on it. ".repeat(24)}`;

/** Asks one engine for a completion, past the gateway. */
export async function askEngine(namespace: string, pod: string, prompt: string): Promise<string> {
  const body = { model: "qwen3", prompt, max_tokens: 8, temperature: 0, ignore_eos: true };
  const program = `
import os, urllib.request
request = urllib.request.Request("http://127.0.0.1:2242/v1/completions", data=os.environ["BODY"].encode(), headers={
    "content-type": "application/json", "authorization": "Bearer " + os.environ["APHRODITE_API_KEY"]})
print(urllib.request.urlopen(request, timeout=120).read().decode())`;
  const answer = await inPod(namespace, pod, "engine", `BODY='${JSON.stringify(body)}' python3 -c '${program}'`);
  const { choices } = JSON.parse(answer) as { choices: { text: string }[] };
  return choices[0]?.text ?? "";
}

/** An engine's count of an operation with the store: keys, or keys for which it failed. */
export const storeKeys = (
  namespace: string,
  pod: string,
  operation: "save_put" | "load_get",
  what: "keys" | "failed_keys" = "keys",
) =>
  sumOf(namespace, pod, "engine", 2242, `aphrodite:mooncake_store_operation_${what}_total`, `operation="${operation}"`);
