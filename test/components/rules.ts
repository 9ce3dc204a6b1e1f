import * as pulumi from "@pulumi/pulumi";
import { repeated } from "../kubernetes/rules/problems";
import { type Validate, validateManifest } from "../kubernetes/validate";
import { keyOf, manifests, type Registration } from "./harness";
import { leaks } from "./leaks";
import { isScaffold, PROVIDER, type Runs } from "./runs";

/** What a component may do differently. */
export interface ContractOptions {
  /** How manifests are validated; for custom resources, see `withCrds`. @default validateManifest */
  validate?: Validate;
  /** Secrets in clear that `make` passes in, of at least 8 characters. @default [] */
  secrets?: string[];
  /** Types of resources that hold secrets besides Kubernetes' own Secret. @default [] */
  secretHolders?: string[];
}

/** Problems that a component has by one rule of the contract; empty when it keeps it. */
export type ContractRule = (runs: Runs, options: ContractOptions) => string[];

const own = (resources: Registration[]) => resources.filter((one) => !isScaffold(one));

/** A name that does not begin with the parent's collides as soon as there are two of the component. */
const childrenAreNamedAfterTheirParent: ContractRule = ({ known: { resources } }) =>
  own(resources).flatMap((one) => {
    const parent = own(resources).find(({ urn }) => urn === one.parent);
    if (parent === undefined || one.name === parent.name || one.name.startsWith(`${parent.name}-`)) return [];
    return [`${keyOf(one)} must be called ${parent.name} or ${parent.name}-…, after its parent`];
  });

const everyChildHasAParent: ContractRule = ({ known: { resources, stack } }) =>
  own(resources)
    .filter(({ parent }) => parent === stack || parent === "")
    .map((one) => `${keyOf(one)} has no parent; pass { parent: this }`);

const noTwoHaveOneTypeAndName: ContractRule = ({ known: { resources } }) =>
  repeated(resources.map(keyOf)).map((key) => `${key} is registered twice`);

/** What an unknown value decides is missing from the preview. */
const unknownValuesDecideNoResource: ContractRule = ({ known, preview, unknown }) => {
  const keys = (resources: Registration[]) => resources.map(keyOf).sort();
  const expected = keys(known.resources);
  const difference = (what: string, found: string[]) => [
    ...expected.filter((key) => !found.includes(key)).map((key) => `${key} is missing ${what}`),
    ...found.filter((key) => !expected.includes(key)).map((key) => `${key} is there only ${what}`),
  ];
  return [
    ...difference("in a preview", keys(preview.resources)),
    ...difference("in a preview without known inputs", keys(unknown.resources)),
  ];
};

const secretsStandOnlyInSecrets: ContractRule = ({ known }, { secrets = [], secretHolders = [] }) =>
  leaks(own(known.resources), [...known.secrets, ...secrets], ["kubernetes:core/v1:Secret", ...secretHolders]);

/** Without its outputs a component has none for whom it is remote, and the stack shows nothing. */
const outputsAreRegistered: ContractRule = ({ known: { resources }, component }) => {
  const problems = own(resources)
    .filter(({ kind, outputs }) => kind === "component" && outputs === undefined)
    .map((one) => `${keyOf(one)} registers no outputs; end its constructor with this.registerOutputs({ … })`);
  if (problems.length > 0 || !pulumi.ComponentResource.isInstance(component)) return problems;
  const { outputs = {}, name } = own(resources).find(({ kind }) => kind === "component") ?? {};
  const fields = Object.entries(component).filter(([key, it]) => key !== "urn" && pulumi.Output.isInstance(it));
  return fields
    .filter(([key]) => !(key in outputs))
    .map(([key]) => `${name} has the output ${key}, but does not register it`);
};

const theExplicitProviderReachesAll: ContractRule = ({ provided: { resources } }) => {
  const provider = resources.find((one) => isScaffold(one) && one.name === PROVIDER)?.urn;
  return own(resources)
    .filter((one) => one.type.startsWith("kubernetes:") && one.kind !== "component" && one.provider !== provider)
    .map((one) => `${keyOf(one)} has ${one.provider || "the default provider"} instead of the one that was given`);
};

const manifestsAreValid: ContractRule = ({ known }, { validate = validateManifest }) =>
  manifests(known).flatMap((manifest) => validate(manifest).map((problem) => `${manifest.kind}: ${problem}`));

/** What holds for every component, by what it says. */
export const CONTRACT: Record<string, ContractRule> = {
  "names children after their parent": childrenAreNamedAfterTheirParent,
  "parents every child": everyChildHasAParent,
  "registers no type and name twice": noTwoHaveOneTypeAndName,
  "registers the same resources when values are unknown": unknownValuesDecideNoResource,
  "puts secrets into Secrets only": secretsStandOnlyInSecrets,
  "registers its outputs": outputsAreRegistered,
  "hands on an explicit provider": theExplicitProviderReachesAll,
  "renders valid manifests": manifestsAreValid,
};
