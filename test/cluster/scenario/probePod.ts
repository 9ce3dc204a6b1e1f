import { kubectl } from "../host/kubectl";
import { nodeJs } from "../images/names";

/** A pod that does nothing until it is asked to connect. */
export async function probePod(namespace: string, name: string, labels: Record<string, string> = {}): Promise<void> {
  await kubectl.apply([
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name, namespace, labels },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [{ name: "node", image: nodeJs, command: ["sleep", "infinity"] }],
      },
    },
  ]);
  await kubectl.run(["wait", "pod", name, "--namespace", namespace, "--for=condition=Ready", "--timeout=120s"]);
}

const script = `
const socket = require("node:net").connect({ host: process.argv[1], port: Number(process.argv[2]), timeout: 4000 });
const end = (word) => { console.log(word); process.exit(0); };
socket.on("connect", () => end("connected")).on("timeout", () => end("refused")).on("error", () => end("refused"));
`;

/** Whether a pod comes through to an address, as the network lets it. */
export async function reaches(namespace: string, pod: string, address: string, port: number): Promise<boolean> {
  const command = ["node", "-e", script, address, String(port)];
  const said = (await kubectl.run(["exec", pod, "--namespace", namespace, "--", ...command])).trim();
  if (said !== "connected" && said !== "refused") throw new Error(`the probe said: ${said}`);
  return said === "connected";
}
