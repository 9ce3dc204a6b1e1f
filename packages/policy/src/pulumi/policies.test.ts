import type { ResourceValidationPolicy, StackValidationPolicy } from "@pulumi/policy";
import { describe, expect, it } from "vitest";
import { engine } from "../../test-fixtures/engine";
import { rules } from "../rules";
import { type ResourceView, unknownValue, type Value } from "../view";
import { policies } from ".";

/** The engine's own proxy, of which the package declares no types. */
const { unknownCheckingProxy, unknownStringValue } = require("@pulumi/policy/proxy") as {
  unknownCheckingProxy(properties: unknown): Record<string, unknown>;
  unknownStringValue: string;
};

/** How it hands properties over to be mended, and takes them back. */
const { deserializeProperties, serializeProperties } = require("@pulumi/policy/deserialize") as {
  deserializeProperties(given: { toJavaScript(): unknown }, secrets: boolean): unknown;
  serializeProperties(properties: unknown): Promise<unknown>;
};
const { specialSigKey, specialSecretSig } = require("@pulumi/pulumi/runtime/rpc") as Record<string, string>;

/** Properties as the policy engine gives them: reading an unknown one throws. */
function propsOf({ fields }: ResourceView): Record<string, unknown> {
  const wire = (value: Value): unknown => {
    if (value === unknownValue) return unknownStringValue;
    if (Array.isArray(value)) return value.map(wire);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wire(one)]));
  };
  return unknownCheckingProxy(wire(fields.rawValue));
}

const find = (name: string) => policies.find((policy) => policy.name === name);

function resourcePolicy(name: string, resource: ResourceView, config: object = {}): string[] {
  const policy = find(name) as ResourceValidationPolicy;
  const told: string[] = [];
  const args = { ...resource, props: propsOf(resource), opts: {}, getConfig: () => config };
  // the engine makes more of these arguments than a rule needs
  const validate = policy.validateResource as (args: unknown, report: (message: string) => void) => void;
  validate(args, (message) => told.push(message));
  return told;
}

function stackPolicy(name: string, resources: ResourceView[]): string[] {
  const policy = find(name) as StackValidationPolicy;
  const told: string[] = [];
  const given = resources.map((one) => ({ ...one, props: propsOf(one), dependencies: [], propertyDependencies: {} }));
  const validate = policy.validateStack as (args: unknown, report: (message: string, urn?: string) => void) => void;
  validate({ resources: given, getConfig: () => ({}) }, (message) => told.push(message));
  return told;
}

describe("the pack's policies", () => {
  it("are the rules, each with its words, and one that tells what is not decided", () => {
    expect(policies.map(({ name }) => name)).toEqual([...rules.map(({ name }) => name), "not-checkable-here"]);
    for (const rule of rules)
      expect(find(rule.name)).toMatchObject({
        description: rule.description,
        enforcementLevel: rule.level,
        severity: rule.severity,
        remediationSteps: rule.remediation,
        tags: rule.tags,
      });
  });

  it("say what `sonar preview` says", () => {
    expect(resourcePolicy("no-key-in-clear", engine({ args: ["--api-key", "x"] }))[0]).toMatch(
      /shows a key in the command line/,
    );
    expect(resourcePolicy("no-key-in-clear", engine())).toEqual([]);
  });

  it("take their settings from the pack's configuration", () => {
    const one = engine({ spec: { replicas: 1 } });
    expect(resourcePolicy("two-replicas", one)).toHaveLength(1);
    expect(resourcePolicy("two-replicas", one, { exceptions: { qwen: "for trials" } })).toEqual([]);
  });

  it("leave a value that is not known yet to the engine, which neither passes nor refuses it", () => {
    const later = engine({ container: { image: unknownValue } });
    expect(() => resourcePolicy("image-pinned-by-digest", later)).toThrow(
      "string value at .spec.template.spec.containers.0.image can't be known during preview",
    );
  });

  it("tell of a stack, and what only another stack knows by a policy of its own", () => {
    expect(stackPolicy("network-policy-present", [engine()])).toHaveLength(1);
    const volumes = [{ name: "weights", persistentVolumeClaim: { claimName: "elsewhere" } }];
    expect(stackPolicy("no-shared-single-node-claim", [engine({ pod: { volumes } })])).toEqual([]);
    expect(stackPolicy("not-checkable-here", [])).toEqual([
      expect.stringContaining('no-shared-single-node-claim is not checked: the claim "elsewhere"'),
    ]);
    expect(stackPolicy("not-checkable-here", [])).toEqual([]);
  });

  it("tell what rules of one resource cannot decide", () => {
    const name = "APHRODITE_ENGINE_READY_TIMEOUT_S";
    const valueFrom = { configMapKeyRef: { name: "elsewhere", key: "seconds" } };
    expect(resourcePolicy("startup-budget", engine({ env: [{ name, valueFrom }] }))).toEqual([]);
    const envFrom = [{ configMapRef: { name: "elsewhere" } }];
    expect(resourcePolicy("no-dev-mode", engine({ container: { envFrom } }))).toEqual([]);
    expect(stackPolicy("not-checkable-here", [])).toEqual([
      `startup-budget is not checked: ${name} is set by spec.template.spec.containers[0].env[1].valueFrom, which is not seen here.`,
      "no-dev-mode is not checked: APHRODITE_SERVER_DEV_MODE may be set by spec.template.spec.containers[0].envFrom, which is not seen here.",
    ]);
  });

  it("mend only what loses nothing", () => {
    const mending = policies.filter((policy) => "remediateResource" in policy).map(({ name }) => name);
    expect(mending).toEqual(["gpu-requests-equal-limits", "secret-recovery-window"]);
  });

  it("leave secrets, and what is not known yet, as they are when they mend", async () => {
    const secret = { [String(specialSigKey)]: specialSecretSig, value: "hidden" };
    const key = { name: secret, kmsKeyId: unknownStringValue, policies: ["a", unknownStringValue, secret] };
    expect(
      await mended("secret-recovery-window", "aws:secretsmanager/secret:Secret", { ...key, recoveryWindowInDays: 0 }),
    ).toEqual({ ...key, recoveryWindowInDays: 30 });

    const spec = (gpus: unknown) => ({
      containers: [
        unknownStringValue,
        {
          env: [{ name: "A", value: secret }, unknownStringValue],
          resources: {
            limits: { cpu: unknownStringValue, "nvidia.com/gpu": 2, "nvidia.com/mig-1g.5gb": unknownStringValue },
            requests: { cpu: 1, "nvidia.com/gpu": gpus, "nvidia.com/mig-1g.5gb": 1 },
          },
        },
      ],
    });
    const type = "kubernetes:core/v1:Pod";
    expect(await mended("gpu-requests-equal-limits", type, { spec: spec(1) })).toEqual({ spec: spec(2) });
    expect(await mended("gpu-requests-equal-limits", type, { spec: spec(2) })).toBeUndefined();
    expect(await mended("secret-recovery-window", type, { spec: spec(1) })).toBeUndefined();
  });
});

/** Properties that a policy makes of others, both as they come over the wire. */
async function mended(policy: string, type: string, given: object): Promise<unknown> {
  const mend = (find(policy) as ResourceValidationPolicy).remediateResource as (args: unknown) => unknown;
  const props = unknownCheckingProxy(deserializeProperties({ toJavaScript: () => structuredClone(given) }, true));
  const result = mend({ urn: "urn:pulumi:test::fixture::x::x", type, name: "x", props });
  return result === undefined ? undefined : serializeProperties(result);
}
