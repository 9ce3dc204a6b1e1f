import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiPort, control } from "../host/addresses";
import { run } from "../host/paths";
import { authority, pair } from "./certificates";

/** Writes the kubeconfig of one client certificate and returns its file. */
export function writeKubeconfig(name: string, file = join(run, `${name}.kubeconfig`)): string {
  const base64 = (path: string) => readFileSync(path).toString("base64");
  const { key, certificate } = pair(name);
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [
      {
        name: "sonar-test",
        cluster: {
          server: `https://${control}:${apiPort}`,
          "certificate-authority-data": base64(authority.certificate),
        },
      },
    ],
    users: [{ name, user: { "client-certificate-data": base64(certificate), "client-key-data": base64(key) } }],
    contexts: [{ name: "sonar-test", context: { cluster: "sonar-test", user: name } }],
    "current-context": "sonar-test",
  };
  writeFileSync(file, JSON.stringify(config, null, 2), { mode: 0o600 });
  return file;
}
