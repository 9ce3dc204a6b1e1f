import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import { engineKeyName, type KeysPlan } from "@sonar-iac/topology";
import type { Platform } from "../platform";
import { fingerprint } from "./fingerprint";

/** Keys of the clients, and the one between gateway and engines. */
export interface ApiKeysArgs {
  /**
   * Names of the clients; each has a key of its own. To rotate one, add a name, roll out, hand out its key, then remove the old name.
   * @default ["default"]
   */
  clients?: string[];
  /** A Secret that exists, with a key for each client and one for the engines: then no key enters Pulumi's state. @default keys are generated */
  existingSecret?: {
    /** Name of the Secret, in the service's namespace. */
    name: pulumi.Input<string>;
    /** Name of the entry that holds the engines' key. @default "engine" */
    engineKey?: string;
    /** Change it when the Secret's content changed, so that gateways read it again. @default "" */
    revision?: pulumi.Input<string>;
  };
}

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

/** Generated or existing keys. Generated ones stand in two Secrets, so that engines cannot read the clients'. */
export class ApiKeys extends pulumi.ComponentResource {
  /** Keys by client, as secrets; empty for an existing Secret. */
  readonly clients: Record<string, pulumi.Output<string>>;
  readonly references: KeyReferences;
  readonly clientSecret?: k8s.core.v1.Secret;
  readonly engineSecret?: k8s.core.v1.Secret;

  constructor(
    name: string,
    args: ApiKeysArgs & { platform: Platform; plan: KeysPlan },
    opts?: pulumi.ComponentResourceOptions,
  ) {
    super("sonar:index:ApiKeys", name, {}, opts);
    const { existingSecret, platform, plan } = args;
    if (existingSecret) {
      this.clients = {};
      this.references = {
        clientSecret: existingSecret.name,
        engineSecret: existingSecret.name,
        engineKey: existingSecret.engineKey ?? engineKeyName,
        revision: existingSecret.revision ?? "",
      };
    } else {
      const parent = this;
      const password = (role: string) =>
        pulumi.secret(new random.RandomPassword(`${name}-${role}`, { length: 43, special: false }, { parent }).result);
      this.clients = Object.fromEntries(plan.clients.map((client) => [client, password(`client-${client}`)]));
      const engine = password(engineKeyName);
      this.clientSecret = new k8s.core.v1.Secret(
        `${name}-clients`,
        { metadata: { name: name, namespace: platform.namespace }, stringData: this.clients },
        { parent },
      );
      this.engineSecret = new k8s.core.v1.Secret(
        `${name}-engine`,
        {
          metadata: { name: `${name}-engine`, namespace: platform.namespace },
          stringData: { [engineKeyName]: engine },
        },
        { parent },
      );
      this.references = {
        clientSecret: this.clientSecret.metadata.name,
        engineSecret: this.engineSecret.metadata.name,
        engineKey: engineKeyName,
        revision: fingerprint(this.clients),
      };
    }
    this.registerOutputs({ clientSecret: this.references.clientSecret, engineSecret: this.references.engineSecret });
  }
}
