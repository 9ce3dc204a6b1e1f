import type { Call } from "../double/definition";

/** Operations that moto 5.2.5 does not have. Their requests are validated and not sent; `absent.test.ts` asks moto for each. */
export const notInMoto: readonly string[] = [
  "ec2.CreatePlacementGroup",
  "ec2.DescribePlacementGroups",
  "ec2.DeletePlacementGroup",
  "eks.UpdateNodegroupVersion",
  // moto has these for clusters only
  "eks.TagResource",
  "eks.UntagResource",
  "eks.CreatePodIdentityAssociation",
  "eks.DescribePodIdentityAssociation",
  "eks.UpdatePodIdentityAssociation",
  "eks.DeletePodIdentityAssociation",
  "efs.UpdateFileSystem",
  "efs.UpdateFileSystemProtection",
  "fsx.UpdateFileSystem",
  "fsx.CreateDataRepositoryAssociation",
  "fsx.DescribeDataRepositoryAssociations",
  "fsx.UpdateDataRepositoryAssociation",
  "fsx.DeleteDataRepositoryAssociation",
];

export const isInMoto = ({ service, operation }: Pick<Call, "service" | "operation">) =>
  !notInMoto.includes(`${service}.${operation}`);
