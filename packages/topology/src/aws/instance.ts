import { findInstance, type InstanceType, instanceTypes, nearInstances } from "../hardware";
import type { Problem } from "../plan";

/** The instance type of a group; what is not a GPU type, or cannot be had that way, is a problem. */
export function groupInstance(type: string, problems: Problem[]): InstanceType | undefined {
  const instance = findInstance(type);
  if (instance) return instance;
  // EC2 names families with NVIDIA's GPUs by g and p
  const near = /^[^gp]\w*\.\w+$/i.test(type) ? [] : nearInstances(type);
  const way =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : "Use a type with GPUs, for example g6.2xlarge or p5.48xlarge.";
  problems.push({
    path: "instanceType",
    value: type,
    message: `"${type}" is not an EC2 instance type with GPUs that is known. ${way}`,
  });
  return undefined;
}

/** What is allowed of an instance type but may not be meant. */
export function instanceWarnings({ type, arch, retired }: InstanceType): Problem[] {
  const at = { path: "instanceType", value: type };
  return [
    ...(retired ? [{ ...at, message: `a ${type} is hardly to be had any more. Use a newer type.` }] : []),
    ...(arch === "arm64"
      ? [{ ...at, message: `a ${type} has an Arm processor: the engine's image must be built for arm64.` }]
      : []),
  ];
}

/** Whether Capacity Blocks are sold for the type. */
export function blockProblems({ type, capacityBlocks }: InstanceType): Problem[] {
  if (capacityBlocks) return [];
  const sold = instanceTypes().filter((name) => findInstance(name)?.capacityBlocks);
  return [
    {
      path: "capacity",
      value: "capacity-block",
      message: `Capacity Blocks of a ${type} are not sold. Use on-demand or a reservation, or one of ${sold.join(", ")}.`,
    },
  ];
}
