import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import { describe, expect, it } from "vitest";
import { componentContract } from "./contract";
import { unknown } from "./harness";
import { CONTRACT, type ContractOptions } from "./rules";
import { contractRuns } from "./runs";

interface ToyArgs {
  image: pulumi.Input<string>;
  token?: pulumi.Input<string>;
  /** What the component is to do wrong. */
  broken?: string;
}

/** A component that keeps the contract, and breaks one rule of it on demand. */
class Toy extends pulumi.ComponentResource {
  readonly key: pulumi.Output<string>;
  readonly service: pulumi.Output<string>;

  constructor(name: string, { image, token, broken }: ToyArgs, opts?: pulumi.ComponentResourceOptions) {
    super("test:index:Toy", name, broken === "secret input" ? { token } : {}, opts);
    const below = { parent: this };
    const password = new random.RandomPassword(`${name}-key`, { length: 24 }, below);
    const labels = { app: "toy" };
    const config = (
      role: string,
      data: Record<string, pulumi.Input<string>>,
      its: pulumi.CustomResourceOptions = below,
    ) => new k8s.core.v1.ConfigMap(role, { data }, its);

    const secret = new k8s.core.v1.Secret(
      `${name}-keys`,
      { stringData: { key: password.result, token: token ?? "" } },
      below,
    );
    config(`${name}-config`, { image });
    const template = {
      metadata: { labels },
      spec: {
        containers: [
          {
            name: "toy",
            image,
            env: [{ name: "KEY", valueFrom: { secretKeyRef: { name: secret.metadata.name, key: "key" } } }],
          },
        ],
      },
    };
    new k8s.apps.v1.Deployment(`${name}-server`, { spec: { selector: { matchLabels: labels }, template } }, below);
    const spec = { selector: labels, ports: [{ port: broken === "manifest" ? 0 : 80 }] };
    const service = new k8s.core.v1.Service(`${name}-http`, { spec }, below);
    this.key = password.result;
    this.service = service.metadata.name;

    if (broken === "name") config("extra", {});
    if (broken === "parent") config(`${name}-extra`, {}, {});
    if (broken === "duplicate") config(`${name}-config`, {});
    if (broken === "apply") pulumi.output(image).apply(() => config(`${name}-extra`, {}));
    if (broken === "made up") service.metadata.name.apply(() => config(`${name}-extra`, {}));
    if (broken === "secret")
      config(`${name}-extra`, { "haproxy.cfg": pulumi.interpolate`password ${password.result}` });
    if (broken === "secret in base64") {
      config(`${name}-extra`, {
        auth: password.result.apply((key) => `Basic ${Buffer.from(`a:${key}`).toString("base64")}`),
      });
    }
    if (broken === "secret in hexadecimal") {
      config(`${name}-extra`, { auth: password.result.apply((key) => Buffer.from(key).toString("hex")) });
    }
    if (broken === "given secret") config(`${name}-extra`, { token: token ?? "" });
    if (broken === "provider") {
      const provider = new k8s.Provider(`${name}-own`, { kubeconfig: "{}" }, below);
      config(`${name}-extra`, {}, { ...below, provider });
    }
    if (broken === "late outputs") setImmediate(() => this.registerOutputs({ key: this.key }));
    if (broken === "no outputs" || broken === "late outputs") return;
    const key = broken === "clear output" ? pulumi.unsecret(this.key) : this.key;
    this.registerOutputs(broken === "an output" ? { key } : { key, service: this.service });
  }
}

const TOKEN = "token-that-was-given";
const toy =
  (args: Partial<ToyArgs> = {}) =>
  (opts: pulumi.ComponentResourceOptions) =>
    new Toy("toy", { image: "busybox", ...args }, opts);

componentContract("Toy", toy(), toy({ image: unknown() }));

componentContract(
  "Toy with a token",
  toy({ token: pulumi.secret(TOKEN) }),
  toy({ image: unknown(), token: unknown() }),
  { secrets: [TOKEN] },
);

/** The rules that a broken component breaks, with what they say. */
async function verdict(broken: string, args: Partial<ToyArgs> = {}, options: ContractOptions = {}) {
  const runs = await contractRuns(toy({ broken, ...args }), toy({ broken, image: unknown() }));
  const said = Object.entries(CONTRACT).map(([name, rule]): [string, string[]] => [name, rule(runs, options)]);
  return Object.fromEntries(said.filter(([, problems]) => problems.length > 0));
}

const MAP = "kubernetes:core/v1:ConfigMap";
const EXTRA = `${MAP}::toy-extra`;

describe("the contract", () => {
  it("finds nothing in a component that keeps it", async () => expect(await verdict("")).toEqual({}));

  it.each<[string, Record<string, string[]>]>([
    ["name", { "names children after their parent": [`${MAP}::extra must be called toy or toy-…, after its parent`] }],
    [
      "parent",
      {
        "parents every child": [`${EXTRA} has no parent; pass { parent: this }`],
        "hands on an explicit provider": [`${EXTRA} has the default provider instead of the one that was given`],
      },
    ],
    ["duplicate", { "registers no type and name twice": [`${MAP}::toy-config is registered twice`] }],
    [
      "apply",
      {
        "registers the same resources when values are unknown": [
          `${EXTRA} is missing in a preview without known inputs`,
        ],
      },
    ],
    [
      "made up",
      {
        "registers the same resources when values are unknown": [
          `${EXTRA} is missing in a preview`,
          `${EXTRA} is missing in a preview without known inputs`,
        ],
      },
    ],
    ["secret", { "puts secrets into Secrets only": [`${EXTRA} has a secret in its input data["haproxy.cfg"]`] }],
    ["secret in hexadecimal", { "puts secrets into Secrets only": [`${EXTRA} has a secret in its input data.auth`] }],
    ["secret in base64", { "puts secrets into Secrets only": [`${EXTRA} has a secret in its input data.auth`] }],
    [
      "clear output",
      {
        "puts secrets into Secrets only": [
          "test:index:Toy::toy has a secret in its output key, which is not marked secret",
        ],
      },
    ],
    [
      "no outputs",
      {
        "registers its outputs": [
          "test:index:Toy::toy registers no outputs; end its constructor with this.registerOutputs({ … })",
        ],
      },
    ],
    [
      "late outputs",
      {
        "registers its outputs": [
          "test:index:Toy::toy registers no outputs; end its constructor with this.registerOutputs({ … })",
        ],
      },
    ],
    ["an output", { "registers its outputs": ["toy has the output service, but does not register it"] }],
    [
      "provider",
      {
        "hands on an explicit provider": [
          expect.stringMatching(`^${EXTRA} has urn:.*::toy-own instead of the one that was given$`),
        ],
      },
    ],
    ["manifest", { "renders valid manifests": ["Service: spec.ports[0].port: 0 must be a port from 1 to 65535"] }],
  ])("finds a component that breaks it: %s", async (broken, expected) => {
    expect(await verdict(broken)).toEqual(expected);
  });

  it("finds a secret that was passed in", async () => {
    const secrets = [TOKEN];
    const token = pulumi.secret(TOKEN);
    const rule = "puts secrets into Secrets only";
    expect(await verdict("given secret", { token }, { secrets })).toEqual({
      [rule]: [`${EXTRA} has a secret in its input data.token`],
    });
    expect(await verdict("secret input", { token }, { secrets })).toEqual({});
    expect(await verdict("secret input", { token: TOKEN }, { secrets })).toEqual({
      [rule]: ["test:index:Toy::toy has a secret in its input token, which is not marked secret"],
    });
  });

  it("takes other holders of secrets, and other validations", async () => {
    const options = { secretHolders: [MAP], validate: () => ["no"] };
    expect(await verdict("secret", {}, options)).toEqual({
      "renders valid manifests": ["Secret: no", "ConfigMap: no", "Deployment: no", "Service: no", "ConfigMap: no"],
    });
  });

  it("does not look for secrets that occur by chance", async () => {
    await expect(verdict("", {}, { secrets: ["short"] })).rejects.toThrow(
      "A secret of 5 characters cannot be looked for",
    );
  });
});
