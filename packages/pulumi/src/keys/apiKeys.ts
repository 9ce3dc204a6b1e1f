import type * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import { check, engineKeyName, type KeysPlan, keysSchema, type Problem, planKeys } from "@sonar-iac/topology";
import { InvalidArgsError } from "../args";
import type { Platform } from "../platform";
import { type ApiKeysArgs, plainKeys } from "./args";
import { fingerprint } from "./fingerprint";
import { keySecret } from "./secret";

/** What pods need to find the keys. */
export interface KeyReferences {
  /** Secret with one entry for each client. */
  clientSecret: pulumi.Input<string>;
  /** Secret and entry of the engines' key. */
  engineSecret: pulumi.Input<string>;
  engineKey: string;
  /** Changes when the clients' keys change. */
  revision: pulumi.Input<string>;
}

/**
 * Generated or existing keys. Generated ones stand in two Secrets, so that engines cannot read the clients', and before that where the
 * platform keeps secrets, if it has a place for them.
 * A service makes its own, unless it is given one that several services share.
 *
 * @throws InvalidArgsError with every problem, before anything is created.
 */
export class ApiKeys extends pulumi.ComponentResource {
  /** Keys by client, as secrets; empty for an existing Secret. */
  readonly clients: Record<string, pulumi.Output<string>>;
  readonly references: KeyReferences;
  /** Secrets of the cluster; undefined where the keys exist, or the platform keeps them. */
  readonly clientSecret?: k8s.core.v1.Secret;
  readonly engineSecret?: k8s.core.v1.Secret;
  /** The clients. */
  readonly plan: KeysPlan;

  constructor(name: string, args: ApiKeysArgs & { platform: Platform }, opts?: pulumi.ComponentResourceOptions) {
    const plan = planOf(name, args);
    super("sonar:index:ApiKeys", name, {}, opts);
    const { existingSecret, platform } = args;
    this.plan = plan;
    if (existingSecret) {
      this.clients = {};
      this.references = {
        clientSecret: existingSecret.name,
        engineSecret: existingSecret.name,
        engineKey: existingSecret.engineKey ?? engineKeyName,
        revision: existingSecret.revision ?? "",
      };
    } else {
      const password = (role: string) =>
        pulumi.secret(
          new random.RandomPassword(`${name}-${role}`, { length: 43, special: false }, { parent: this }).result,
        );
      this.clients = Object.fromEntries(plan.clients.map((client) => [client, password(`client-${client}`)]));
      const engine = password(engineKeyName);
      const entries = { clients: this.clients, engine: { [engineKeyName]: engine } };
      const stored = platform.secrets?.store(name, platform.namespace, entries, { parent: this });
      if (stored === undefined) {
        const secret = (role: keyof typeof entries) =>
          keySecret(`${name}-${role}`, platform.namespace, entries[role], { parent: this });
        this.clientSecret = secret("clients");
        this.engineSecret = secret("engine");
      }
      this.references = {
        clientSecret: stored?.clients ?? (this.clientSecret as k8s.core.v1.Secret).metadata.name,
        engineSecret: stored?.engine ?? (this.engineSecret as k8s.core.v1.Secret).metadata.name,
        engineKey: engineKeyName,
        revision: fingerprint(this.clients),
      };
    }
    this.registerOutputs({ clientSecret: this.references.clientSecret, engineSecret: this.references.engineSecret });
  }
}

function planOf(name: string, { platform: _, ...args }: ApiKeysArgs & { platform: Platform }): KeysPlan {
  const problems: Problem[] = [];
  const spec = plainKeys(args, problems, "");
  const shape = check(keysSchema, spec).problems;
  const plan = planKeys(shape.length > 0 ? undefined : spec, problems);
  problems.push(...shape);
  if (problems.length > 0) throw new InvalidArgsError("ApiKeys", name, problems);
  return plan;
}
