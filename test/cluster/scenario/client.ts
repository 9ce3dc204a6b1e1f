import { setTimeout as sleep } from "node:timers/promises";
import { kubectl } from "../host/kubectl";

interface Service {
  spec: { clusterIP: string; ports: { port: number }[] };
}

/** The gateway's Service as this machine reaches it: by its address, since the cluster's names mean nothing here. */
export async function gatewayAddress(namespace: string, name: string): Promise<string> {
  const { spec } = await kubectl.get<Service>(["service", name, "--namespace", namespace]);
  return `http://${spec.clusterIP}:${spec.ports[0]?.port}`;
}

/** Asks for one completion; returns the status and the answer. */
export async function complete(address: string, key: string, prompt: string) {
  const answer = await fetch(`${address}/v1/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: "qwen3", prompt, max_tokens: 8, temperature: 0 }),
    signal: AbortSignal.timeout(60_000),
  });
  return { status: answer.status, body: await answer.text() };
}

/**
 * One completion of a service that has just become ready, whose gateway finds its engines in the seconds after: a client tries again as Retry-After says.
 * Returns the last status and answer, so that a refusal says why.
 */
export async function firstAnswer(address: string, key: string, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const { status, body } = await complete(address, key, "Hello");
    if (status !== 503 || Date.now() > end) return { status, body };
    await sleep(1000);
  }
}
