import { types } from "../../src/rules/aws/types";
import { unknownValue } from "../../src/view";
import { engine } from "../engine";
import { resource } from "../stack";
import type { Cases } from "./case";

const g6e = { pod: { nodeSelector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } } };
const group = (more = {}) =>
  resource(types.nodeGroup, "gpu", { instanceTypes: ["p5.48xlarge"], scalingConfig: { maxSize: 2 }, ...more });

/** Rules whose limits a user gives. */
export const limitCases: Record<string, Cases> = {
  "allowed-regions": {
    pass: [
      { what: "no list", resources: [resource(types.fileSystem, "fs", { region: "us-east-1" })] },
      {
        what: "a zone of an allowed one",
        resources: [resource(types.volume, "v", { availabilityZone: "eu-central-1b" })],
        settings: { allowedRegions: ["eu-central-1"] },
      },
    ],
    fail: [
      {
        what: "another region",
        resources: [resource(types.fileSystem, "fs", { region: "us-east-1" })],
        settings: { allowedRegions: ["eu-central-1"] },
        says: "the region us-east-1 is not allowed. Use eu-central-1",
      },
      {
        what: "another provider's",
        resources: [resource("pulumi:providers:aws", "us", { region: "us-east-1" })],
        settings: { allowedRegions: ["eu-central-1"] },
        says: "us-east-1",
      },
      {
        what: "pods of another zone",
        resources: [engine({ pod: { nodeSelector: { "topology.kubernetes.io/zone": "us-east-1a" } } })],
        settings: { allowedRegions: ["eu-central-1"] },
        says: "us-east-1",
      },
    ],
    open: [
      {
        what: "the default provider's",
        resources: [resource(types.fileSystem, "fs", {})],
        settings: { allowedRegions: ["eu-central-1"] },
        says: "default provider",
      },
      {
        what: "known later",
        resources: [resource(types.volume, "v", { availabilityZone: unknownValue })],
        settings: { allowedRegions: ["eu-central-1"] },
        says: "availabilityZone",
      },
    ],
  },
  "allowed-instance-types": {
    pass: [{ what: "by pattern", resources: [group()], settings: { allowedInstanceTypes: ["p5.*"] } }],
    fail: [
      {
        what: "another",
        resources: [group()],
        settings: { allowedInstanceTypes: ["g6.*"] },
        says: "p5.48xlarge is not allowed. Use g6.*",
      },
      {
        what: "another for pods",
        resources: [engine(g6e)],
        settings: { allowedInstanceTypes: ["g6.*"] },
        says: "g6e.12xlarge",
      },
    ],
  },
  "allowed-models": {
    pass: [
      { what: "no list", resources: [engine()] },
      {
        what: "all lists",
        resources: [engine()],
        settings: {
          allowedModels: ["Qwen/*"],
          allowedSources: ["Qwen/"],
          allowedLicences: ["apache-2.0"],
          modelLicences: { "Qwen/*": "apache-2.0" },
        },
      },
    ],
    fail: [
      {
        what: "another model",
        resources: [engine()],
        settings: { allowedModels: ["meta-llama/*"] },
        says: "the model Qwen/Qwen3-8B is not allowed",
      },
      {
        what: "another source",
        resources: [engine()],
        settings: { allowedSources: ["s3://weights/"] },
        says: "begins with s3://weights/",
      },
      {
        what: "another licence",
        resources: [engine()],
        settings: { allowedLicences: ["mit"], modelLicences: { "Qwen/*": "apache-2.0" } },
        says: "the licence apache-2.0",
      },
      { what: "no licence", resources: [engine()], settings: { allowedLicences: ["mit"] }, says: "is not stated" },
    ],
    open: [
      {
        what: "a model that comes later",
        resources: [engine({ model: unknownValue })],
        settings: { allowedModels: ["Qwen/*"] },
        says: "args[0]",
      },
    ],
  },
};
