import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import { deploy, type Recorded, type Registration } from "./harness";

/**
 * Makes one component with the given options, and hands them to nothing else. Where it returns the component, its
 * fields are compared with its registered outputs.
 */
export type Make = (opts: pulumi.ComponentResourceOptions) => unknown;

/** A component's runs, which the rules look at. */
export interface Runs {
  /** An update with known inputs. */
  known: Recorded;
  /** A preview with the same inputs: what the component itself makes up is not known yet. */
  preview: Recorded;
  /** A preview in which no input is known. */
  unknown: Recorded;
  /** An update with an explicit provider, called {@link PROVIDER}. */
  provided: Recorded;
  /** What `make` returned in the known run. */
  component: unknown;
}

/** Logical name of the provider in {@link Runs.provided}. */
export const PROVIDER = "explicit";

const ROOT_TYPE = "test:index:Root";

/** The parent of the component under test: what is not below it has lost its parent. */
class Root extends pulumi.ComponentResource {
  constructor() {
    super(ROOT_TYPE, "root");
    this.registerOutputs({});
  }
}

/** Whether a resource is part of the test, and not of the component. */
export const isScaffold = ({ type, name }: Registration) =>
  type === ROOT_TYPE || (type === "pulumi:providers:kubernetes" && name === PROVIDER);

/** Runs a component in all the ways that the contract is about. */
export async function contractRuns(make: Make, unknownMake: Make): Promise<Runs> {
  let component: unknown;
  const known = await deploy(async () => {
    component = await make({ parent: new Root() });
  });
  const inRoot = (made: Make) => async () => {
    await made({ parent: new Root() });
  };
  const preview = await deploy(inRoot(make), { preview: true });
  const unknown = await deploy(inRoot(unknownMake), { preview: true });
  const provided = await deploy(async () => {
    const provider = new k8s.Provider(PROVIDER, { kubeconfig: "{}" });
    await make({ parent: new Root(), providers: [provider] });
  });
  return { known, preview, unknown, provided, component };
}
