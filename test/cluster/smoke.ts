import { strict as assert } from "node:assert";
import { join } from "node:path";
import { up } from "./cluster/up";
import { kubectl } from "./host/kubectl";
import { say, step } from "./host/log";
import { main } from "./host/main";
import { source } from "./host/paths";
import { Stack } from "./pulumi/pulumi";
import { complete, gatewayAddress } from "./scenario/client";
import { replicatedConfig } from "./scenario/service";

// The cluster's own check: from `pulumi up` to a served request, an update that changes nothing, and a destroy that leaves nothing.
const namespace = "smoke";
const engine = process.argv.includes("--real-engine") ? "real" : "stand-in";

main(async () => {
  await up();
  const stack = new Stack(join(source, "programs", "replicated"), namespace);
  await stack.init(replicatedConfig(namespace, {}, engine));
  try {
    const first = await step("pulumi up", () => stack.up());
    say(JSON.stringify(first.changes));
    const { apiKeys } = await stack.outputs<{ apiKeys: Record<string, string> }>();
    const address = await gatewayAddress(namespace, "chat");
    const served = await complete(address, apiKeys.default as string, "Hello");
    say(`served: ${served.status} ${served.body.slice(0, 200)}`);
    assert.equal(served.status, 200);
    assert.equal((await complete(address, "wrong", "Hello")).status, 401);

    const second = await step("second pulumi up", () => stack.up(["--expect-no-changes"]));
    assert.deepEqual(Object.keys(second.changes), ["unchanged"]);
    await step("preview", () => stack.preview(["--expect-no-changes"]));
    await step("refresh", () => stack.refresh());
    await step("preview after refresh", () => stack.preview(["--expect-no-changes"]));
  } finally {
    await step("pulumi destroy", () => stack.destroy());
    stack.remove();
  }
  const { items } = await kubectl.get<{ items: object[] }>([
    "namespaces",
    "--field-selector",
    `metadata.name=${namespace}`,
  ]);
  assert.equal(items.length, 0);
  say("nothing is left");
});
