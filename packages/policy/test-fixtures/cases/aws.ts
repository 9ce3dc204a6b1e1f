import { types } from "../../src/rules/aws/types";
import { unknownValue } from "../../src/view";
import { object, resource, urnOf } from "../stack";
import type { Cases } from "./case";

const group = (more = {}) => resource(types.securityGroup, "efa", more);
const groupUrn = group().urn;
const self = [{ protocol: "-1", fromPort: 0, toPort: 0, self: true }];
const adapters = (ids: unknown[] = [unknownValue], urns = [groupUrn]) =>
  resource(
    types.launchTemplate,
    "nodes",
    { networkInterfaces: [{ interfaceType: "efa", securityGroups: ids as string[] }] },
    urns,
  );
const rule = (type: string, properties: object) => resource(type, `rule-${type.length}`, { ...properties }, [groupUrn]);
const template = (more: object) => resource(types.launchTemplate, "nodes", { ...more });
const nodes = (scaling: object, more = {}, urns: string[] = []) =>
  resource(types.nodeGroup, "gpu", { scalingConfig: { ...scaling }, ...more }, urns);
const templateUrn = urnOf(types.launchTemplate, "nodes");

/** Rules of AWS. */
export const awsCases: Record<string, Cases> = {
  "efa-security-group": {
    pass: [
      { what: "rules of the group", resources: [adapters(), group({ ingress: self, egress: self })] },
      {
        what: "rules of their own",
        resources: [
          adapters(),
          group(),
          rule(types.ingressRule, { ipProtocol: "-1", referencedSecurityGroupId: unknownValue }),
          rule(types.egressRule, { ipProtocol: "-1", referencedSecurityGroupId: unknownValue }),
        ],
      },
      { what: "no adapters", resources: [template({ networkInterfaces: [{ interfaceType: "interface" }] })] },
    ],
    fail: [
      {
        what: "open egress instead",
        resources: [adapters(), group({ ingress: self, egress: [{ protocol: "-1", cidrBlocks: ["0.0.0.0/0"] }] })],
        says: "has no egress rule for all protocols",
      },
      { what: "no group", resources: [adapters([], [])], says: "have no security group of their own" },
    ],
    open: [{ what: "a group of another stack", resources: [adapters(["sg-1"], [])], says: "not part of this stack" }],
  },
  "storage-encrypted": {
    pass: [
      {
        what: "encrypted",
        resources: [
          template({ blockDeviceMappings: [{ deviceName: "/dev/xvda", ebs: { encrypted: "true" } }] }),
          resource(types.fileSystem, "fs", { encrypted: true }),
        ],
      },
      {
        what: "disks of an instance",
        resources: [
          resource(types.instance, "one", {
            rootBlockDevice: { encrypted: true },
            ebsBlockDevices: [{ deviceName: "/dev/sdb", encrypted: true }],
          }),
          resource(types.instance, "two", { launchTemplate: { id: unknownValue } }),
        ],
      },
      {
        what: "another storage class",
        resources: [object("StorageClass", "nfs", {}, { provisioner: "nfs.example.com" })],
      },
    ],
    fail: [
      { what: "a file system", resources: [resource(types.fileSystem, "fs", {})], says: "Set encrypted: true" },
      {
        what: "a node's disk",
        resources: [template({ blockDeviceMappings: [{ deviceName: "/dev/xvda", ebs: {} }] })],
        says: "the volume /dev/xvda is not encrypted",
      },
      {
        what: "an instance's root",
        resources: [resource(types.instance, "one", {})],
        says: "Set rootBlockDevice: { encrypted: true }",
      },
      {
        what: "a second disk of a launch configuration",
        resources: [
          resource(types.launchConfiguration, "nodes", {
            rootBlockDevice: { encrypted: true },
            ebsBlockDevices: [{ deviceName: "/dev/sdb" }],
          }),
        ],
        says: "the volume /dev/sdb is not encrypted",
      },
      { what: "a template without disks", resources: [template({})], says: "only if the account says so" },
      {
        what: "a storage class",
        resources: [object("StorageClass", "gp3", {}, { provisioner: "ebs.csi.aws.com" })],
        says: "parameters.encrypted",
      },
    ],
    open: [
      {
        what: "known later",
        resources: [resource(types.fileSystem, "fs", { encrypted: unknownValue })],
        says: "encrypted is known only",
      },
    ],
  },
  "secret-recovery-window": {
    pass: [{ what: "AWS' own", resources: [resource(types.secret, "keys", {})] }],
    fail: [
      {
        what: "at once",
        resources: [resource(types.secret, "keys", { recoveryWindowInDays: 0 })],
        says: "gone at once",
      },
    ],
  },
  "imds-v2": {
    pass: [{ what: "required", resources: [template({ metadataOptions: { httpTokens: "required" } })] }],
    fail: [
      { what: "not said", resources: [template({})], says: "httpTokens is not set" },
      {
        what: "optional",
        resources: [resource(types.instance, "one", { metadataOptions: { httpTokens: "optional" } })],
        says: "httpTokens is optional",
      },
    ],
  },
  "node-group-limits": {
    pass: [
      { what: "in order", resources: [nodes({ minSize: 1, desiredSize: 2, maxSize: 4 })], settings: { maxNodes: 4 } },
      {
        what: "a NodePool with limits",
        resources: [object("NodePool", "gpu", { limits: { "nvidia.com/gpu": "16" } })],
      },
    ],
    fail: [
      {
        what: "more than allowed",
        resources: [nodes({ maxSize: 10 })],
        settings: { maxNodes: 4 },
        says: "more than the 4 nodes",
      },
      {
        what: "more GPUs than allowed",
        resources: [nodes({ maxSize: 3 }, {}, [templateUrn]), template({ instanceType: "p5.48xlarge" })],
        settings: { maxGpus: 16 },
        says: "3 × p5.48xlarge are 24 GPUs",
      },
      {
        what: "an Auto Scaling group out of order, and too large",
        resources: [resource(types.autoScalingGroup, "gpu", { minSize: 1, maxSize: 9, desiredCapacity: 10 })],
        settings: { maxNodes: 4 },
        says: "desiredCapacity 10 is more than maxSize 9. Raise maxSize, or lower desiredCapacity.\nmaxSize 9 is more",
      },
      {
        what: "out of order",
        resources: [nodes({ minSize: 5, maxSize: 4 })],
        says: "minSize 5 is more than maxSize 4",
      },
      { what: "a NodePool without limits", resources: [object("NodePool", "gpu", {})], says: "Give spec.limits" },
    ],
  },
};
