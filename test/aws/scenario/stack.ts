import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { bin } from "../../cluster/host/paths";
import { type Config, Stack } from "../../cluster/pulumi/pulumi";
import { region } from "../resources/region";
import { ADDRESS, type Sidecar } from "../sidecar/client";

/** Milliseconds for a test: every operation starts the CLI and its plugins, and a loaded machine takes half a minute for one. */
export const patience = 300_000;

/**
 * A stack of one of `programs`, with the double as its AWS provider.
 *
 * @throws Error that says what to run, when the CLI or the provider of Kubernetes is missing.
 */
export async function awsStack(program: string, sidecar: Sidecar, config: Config): Promise<Stack> {
  const missing = ["pulumi", "pulumi-resource-kubernetes"].filter((name) => !existsSync(join(bin, name)));
  if (missing.length > 0)
    throw new Error(`${bin} has no ${missing.join(" and no ")}: npm run aws:install builds it (15 minutes).`);
  const stack = new Stack(resolve(__dirname, "../programs", program), "dev", {
    [ADDRESS]: sidecar.address,
    // the programs' types are checked with the tests'
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
  });
  await stack.init({ "aws:region": region, ...config });
  return stack;
}

/** Ids of a stack's AWS resources by their URN's end, `type::name`. */
export async function ids(stack: Stack): Promise<Map<string, string>> {
  const { deployment } = JSON.parse(await stack.state()) as {
    deployment: { resources?: { urn: string; type: string; id?: string }[] };
  };
  return new Map(
    (deployment.resources ?? [])
      .filter(({ type }) => type.startsWith("aws:"))
      .map(({ urn, type, id }) => [`${type}::${urn.split("::").at(-1)}`, String(id)]),
  );
}
