import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { usedKubeconfig } from "../host/kubectl";
import { bin, home, repository } from "../host/paths";

const folder = join(home, "pulumi");

/** Programs that the CLI finds on the PATH, run from their TypeScript. */
const wrappers = {
  "pulumi-language-nodejs": "languageHost.ts",
  "pulumi-resource-random": "randomProvider.ts",
  "pulumi-resource-aws": "../../aws/double/main.ts",
};

/**
 * Environment in which the CLI finds the providers and keeps its state in files.
 *
 * @param backend folder of the stacks' state
 */
export function pulumiEnvironment(backend: string): NodeJS.ProcessEnv {
  // beside the state, not in the shared home: each clone runs its own
  const programs = join(backend, "bin");
  mkdirSync(programs, { recursive: true });
  const loader = join(repository, "node_modules", "tsx", "dist", "loader.mjs");
  for (const [name, file] of Object.entries(wrappers)) {
    const text = `#!/bin/sh\nexec "${process.execPath}" --import "${loader}" "${join(__dirname, file)}" "$@"\n`;
    writeFileSync(join(programs, name), text, { mode: 0o755 });
  }
  return {
    ...process.env,
    PATH: [programs, bin, process.env.PATH].join(delimiter),
    PULUMI_HOME: folder,
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "test",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    KUBECONFIG: usedKubeconfig,
  };
}
