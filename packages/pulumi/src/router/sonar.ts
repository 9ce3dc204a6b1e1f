import * as pulumi from "@pulumi/pulumi";
import { engineKeyVariable, nodeFlags, routerBundle } from "@sonar-iac/router";
import { routerConfig } from "./config";
import { folder, keyVariable, type ProgramInputs, type RouterProgram } from "./program";

/** LTS until 2028. By tag: a digest is the user's to choose. */
export const defaultImage = "docker.io/library/node:24-slim";

/** The library's own router: one file in a ConfigMap, on a stock Node image. */
export function sonarProgram({ plan, platform, keys, router }: ProgramInputs): RouterProgram {
  const bundle = routerBundle();
  const config = pulumi
    .output(platform.namespace)
    .apply((namespace) => `${JSON.stringify(routerConfig(plan, namespace), undefined, 2)}\n`);
  return {
    image: router.image ?? defaultImage,
    command: ["node", ...nodeFlags(plan.router.memoryMiB), `${folder}/${bundle.name}`, `${folder}/config.json`],
    env: [keyVariable(engineKeyVariable, keys)],
    files: { program: { [bundle.name]: bundle.text }, config: { "config.json": config } },
    readyPath: "/ready",
    alivePath: "/health",
    alivePort: "alive",
    metrics: true,
    rules: [{ apiGroups: ["discovery.k8s.io"], resources: ["endpointslices"], verbs: ["get", "list", "watch"] }],
    lingers: true,
  };
}
