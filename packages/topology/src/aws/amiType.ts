import type { InstanceType } from "../hardware";
import type { Problem } from "../plan";

/** AMI types of EKS that have NVIDIA's drivers. Source: the AMITypes of the EKS API. */
export const amiTypes = [
  "AL2023_x86_64_NVIDIA",
  "AL2023_ARM_64_NVIDIA",
  "BOTTLEROCKET_x86_64_NVIDIA",
  "BOTTLEROCKET_ARM_64_NVIDIA",
  "BOTTLEROCKET_x86_64_NVIDIA_FIPS",
  "BOTTLEROCKET_ARM_64_NVIDIA_FIPS",
] as const;
export type AmiType = (typeof amiTypes)[number];

/** Whether the image is Bottlerocket, which brings NVIDIA's device plugin and keeps data on a second volume. */
export const isBottlerocket = (amiType: string) => amiType.startsWith("BOTTLEROCKET_");

/** The AMI type of a group: as given, else the first that has drivers for the instance's GPUs. */
export function chooseAmiType(
  instance: InstanceType,
  { amiType, customAmi = false }: { amiType?: AmiType; customAmi?: boolean },
  problems: Problem[],
): string {
  if (customAmi) {
    if (amiType !== undefined) {
      problems.push({
        path: "amiType",
        value: amiType,
        message: "has no effect on an image of your own. Leave it out, or leave out customAmi.",
      });
    }
    return "CUSTOM";
  }
  const known = instance.eksAmiTypes.filter((type) => type !== "CUSTOM");
  if (known.length === 0) {
    problems.push({
      path: "instanceType",
      value: instance.type,
      message: `no AMI of EKS has drivers for the GPUs of a ${instance.type}. Give customAmi: { id, userData } with an image of your own, or use another instance type.`,
    });
    return "CUSTOM";
  }
  if (amiType === undefined) return known[0] as string;
  if (!known.includes(amiType.replace(/_FIPS$/, ""))) {
    problems.push({
      path: "amiType",
      value: amiType,
      message: `${amiType} does not run on a ${instance.type} (${instance.arch}). Use ${known.join(" or ")}, or leave it out.`,
    });
  }
  return amiType;
}
