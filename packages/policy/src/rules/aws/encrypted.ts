import { over, type Rule } from "../../rule";
import { type Fields, kindOf, type ResourceView } from "../../view";
import { types } from "./types";

/** Weights, prompts in logs and compiled kernels lie there. */
export const encrypted: Rule = {
  name: "storage-encrypted",
  description: "Volumes and file systems are encrypted at rest.",
  severity: "high",
  level: "mandatory",
  tags: ["aws", "storage", "security", "compliance"],
  remediation:
    'Set encrypted: true (encrypted: "true" in launch templates and storage classes). What exists unencrypted must be copied into a new one.',
  scope: "resource",
  check: ({ resources }) => over(resources, problemsOf),
};

function problemsOf(resource: ResourceView): string | string[] | undefined {
  const { type, fields } = resource;
  if (type === types.launchTemplate) return templateVolumes(fields);
  if (type === types.instance || type === types.launchConfiguration) return instanceVolumes(fields);
  if (type === types.volume || type === types.fileSystem)
    return fields.at("encrypted").flag()
      ? undefined
      : "it is not encrypted. Set encrypted: true; a file system or volume that exists is replaced by it.";
  const csi = kindOf(resource) === "StorageClass" && fields.at("provisioner").text() === "ebs.csi.aws.com";
  if (csi && !fields.at("parameters", "encrypted").flag())
    return 'its volumes are not encrypted. Set parameters.encrypted: "true".';
  return undefined;
}

function templateVolumes(fields: Fields): string[] {
  const volumes = fields
    .at("blockDeviceMappings")
    .items()
    .filter((mapping) => mapping.at("ebs").exists);
  if (volumes.length === 0)
    return [
      'it names no volume, so that the nodes\' disk is encrypted only if the account says so. Give blockDeviceMappings with ebs.encrypted: "true".',
    ];
  return volumes
    .filter((mapping) => !mapping.at("ebs", "encrypted").flag())
    .map((mapping) => `the volume ${mapping.at("deviceName").text()} is not encrypted. Set ebs.encrypted: "true".`);
}

/** Disks of an instance, or of those that a launch configuration makes. */
function instanceVolumes(fields: Fields): string[] {
  const root = fields.at("rootBlockDevice");
  const fromTemplate = fields.at("launchTemplate");
  const problems = fields
    .at("ebsBlockDevices")
    .items()
    .filter((volume) => !volume.at("encrypted").flag())
    .map((volume) => `the volume ${volume.at("deviceName").text()} is not encrypted. Set encrypted: true.`);
  // what a launch template says of disks is the template's
  if (root.at("encrypted").flag() || (!root.exists && fromTemplate.exists)) return problems;
  return [
    "its root volume is encrypted only if the account or the image says so. Set rootBlockDevice: { encrypted: true }.",
    ...problems,
  ];
}
