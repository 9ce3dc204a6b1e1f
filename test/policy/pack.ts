import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { region } from "../aws/resources/region";
import { ADDRESS } from "../aws/sidecar/client";
import { bin, repository } from "../cluster/host/paths";
import { Stack } from "../cluster/pulumi/pulumi";

/** The runnable pack. */
export const pack = join(repository, "packages/policy/pack");

/** Milliseconds for a test: every operation starts the CLI, the pack and providers, and a loaded machine takes half a minute for one. */
export const patience = 300_000;

/**
 * A stack of one of `programs`, with the real CLI and the real provider of Kubernetes, which writes files.
 *
 * @throws Error that says what to run, when one of them is missing.
 */
export async function policyStack(program: string): Promise<Stack> {
  const missing = ["pulumi", "pulumi-resource-kubernetes"].filter((name) => !existsSync(join(bin, name)));
  if (missing.length > 0)
    throw new Error(`${bin} has no ${missing.join(" and no ")}: npm run aws:install builds it (15 minutes).`);
  const stack = new Stack(resolve(__dirname, "programs", program), "dev", {
    // the programs' types are checked with the tests'
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    // a provider that writes files takes no cluster beside them
    KUBECONFIG: "",
    // AWS' double asks nobody during a preview
    [ADDRESS]: "http://127.0.0.1:9",
  });
  await stack.init({ "aws:region": region });
  return stack;
}
