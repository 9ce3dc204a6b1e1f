import type * as k8s from "@pulumi/kubernetes";
import type * as pulumi from "@pulumi/pulumi";
import type { KeyReferences } from "../keys";
import type { Platform } from "../platform";
import type { RouterArgs } from "./args";
import type { RoutedPlan } from "./config";
import { developmentProgram } from "./development";
import { sonarProgram } from "./sonar";
import { vllmProgram } from "./vllm";

/** What a program is made from. */
export interface ProgramInputs {
  plan: RoutedPlan;
  platform: Platform;
  keys: KeyReferences;
  router: RouterArgs;
}

/** A program that pairs prefill with decode, as a container runs it. */
export interface RouterProgram {
  image: pulumi.Input<string>;
  /** The whole command line. */
  command: pulumi.Input<string>[];
  env: k8s.types.input.core.v1.EnvVar[];
  /** ConfigMaps by role, mounted together. */
  files: Record<string, Record<string, pulumi.Input<string>>>;
  /** Path that answers 200 while the program takes requests. */
  readyPath: string;
  /** Path that answers 200 once the program has begun, on `http`, and while it is alive. */
  alivePath: string;
  /** Port that liveness probes ask. */
  alivePort: "http" | "alive";
  /** Whether it has metrics on their port. */
  metrics: boolean;
  /** What it asks of the API server, in its namespace; nothing: it gets no token. */
  rules: k8s.types.input.rbac.v1.PolicyRule[];
  /** Whether it goes on by itself for a while after SIGTERM, until gateways have forgotten it. */
  lingers: boolean;
}

/** Where files are in a router pod. */
export const folder = "/etc/sonar";

const programs: Record<RoutedPlan["router"]["kind"], (inputs: ProgramInputs) => RouterProgram> = {
  sonar: sonarProgram,
  "vllm-router": vllmProgram,
  development: developmentProgram,
};

/** The program of a plan's kind. */
export const routerProgram = (inputs: ProgramInputs): RouterProgram => programs[inputs.plan.router.kind](inputs);

/** The engines' key, under the name by which a program knows it. */
export const keyVariable = (name: string, { engineSecret, engineKey }: KeyReferences) => ({
  name,
  valueFrom: { secretKeyRef: { name: engineSecret, key: engineKey } },
});
