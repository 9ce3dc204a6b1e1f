import * as pulumi from "@pulumi/pulumi";
import { isBottlerocket, type NodeGroupPlan } from "@sonar-iac/topology";
import type { GpuGroupArgs } from "./args";

/** Amazon Linux 2023 joins this part with EKS' own. The strategy moves images, logs and ephemeral volumes to the disks. */
const nodeConfig = `MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="//"

--//
Content-Type: application/node.eks.aws

apiVersion: node.eks.aws/v1alpha1
kind: NodeConfig
spec:
  instance:
    localStorage:
      strategy: RAID0

--//--
`;

const bottlerocket = `[settings.bootstrap-commands.local-storage]
commands = [
  ["apiclient", "ephemeral-storage", "init"],
  ["apiclient", "ephemeral-storage", "bind", "--dirs", "/var/lib/containerd", "/var/lib/kubelet", "/var/log/pods"],
]
essential = true
mode = "always"
`;

/** What a node reads when it starts, in base64; undefined where EKS' own user data is all. */
export function userData(
  { localStorage, amiType }: NodeGroupPlan,
  customAmi: GpuGroupArgs["customAmi"],
): pulumi.Input<string> | undefined {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  if (customAmi) return pulumi.output(customAmi.userData).apply(base64);
  if (localStorage === "none") return undefined;
  return base64(isBottlerocket(amiType) ? bottlerocket : nodeConfig);
}
