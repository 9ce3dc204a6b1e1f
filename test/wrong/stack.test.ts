import { describe, expect, it } from "vitest";
import { sonar } from "../examples/sonar";

/** The stack whose configuration is the topology says what the TypeScript API would say. */
describe("a wrong configuration of the stack", () => {
  const told = async (...config: string[]) => {
    const { code, stdout, stderr } = await sonar("preview", ".", ...config.flatMap((entry) => ["--config", entry]));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).not.toMatch(/^\s+at .+:\d+:\d+/m);
    return stderr;
  };

  it("is listed whole, in the words of the API", async () => {
    expect(
      await told(
        "sonar:replicas=0",
        "sonar:model.maxLength=0",
        'sonar:parallelism={"tensor": 8}',
        'sonar:gateway={"replica": 3}',
      ),
    ).toMatchInlineSnapshot(`
      "Stack "qwen3" cannot be planned:
        model.maxLength     must be a whole number 1 or more, but it is 0. Give tokens, for example 32768, or "auto".
        gateway.replica     is not an argument. Did you mean "replicas"?
        replicas            must be a whole number from 1 to 1000, but it is 0. Give the number of complete copies to run.
        parallelism.tensor  8 GPUs per engine, but a node has 1. Use an instance type with 8 GPUs (g4dn.metal, g6.48xlarge), or tensor: 1.
      "
    `);
  }, 60_000);

  it("names services and platforms of this release", async () => {
    expect(await told("sonar:service=pipeline", "sonar:platform.kind=nomad")).toMatchInlineSnapshot(`
      "Stack "qwen3" cannot be planned:
        service        "pipeline" is not a service of this release. Use "replicated" or "multi-node" or "pd".
        platform.kind  "nomad" is not a platform of this release. Use "kubernetes".
      "
    `);
  }, 60_000);

  it("has no settings of another service", async () => {
    expect(await told("sonar:service=pd", 'sonar:loadBalancing={"policy": "prefix-affinity"}')).toMatchInlineSnapshot(`
      "Stack "qwen3" cannot be planned:
        replicas       is a setting of the service "replicated" or "multi-node". Leave it out; the service "pd" has prefill, decode, kvLoadFailure, transfer, network, scheduling, router.
        loadBalancing  is a setting of the service "replicated" or "multi-node". Leave it out; the service "pd" has prefill, decode, kvLoadFailure, transfer, network, scheduling, router.
      "
    `);
  }, 60_000);
});
