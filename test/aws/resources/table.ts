import type { Definition } from "../double/definition";
import { launchTemplate } from "./ec2/launchTemplate";
import { placementGroup } from "./ec2/placementGroup";
import { securityGroup } from "./ec2/securityGroup";
import { egressRule, ingressRule } from "./ec2/securityGroupRule";
import { accessPoint } from "./efs/accessPoint";
import { efsFileSystem } from "./efs/fileSystem";
import { mountTarget } from "./efs/mountTarget";
import { nodeGroup } from "./eks/nodeGroup";
import { podIdentityAssociation } from "./eks/podIdentityAssociation";
import { dataRepositoryAssociation } from "./fsx/dataRepositoryAssociation";
import { lustreFileSystem } from "./fsx/lustreFileSystem";
import { role } from "./iam/role";
import { rolePolicy } from "./iam/rolePolicy";
import { rolePolicyAttachment } from "./iam/rolePolicyAttachment";
import { listener } from "./lb/listener";
import { loadBalancer } from "./lb/loadBalancer";
import { targetGroup } from "./lb/targetGroup";
import { bucket } from "./s3/bucket";
import { bucketEncryption, bucketLifecycle, bucketPolicy, bucketPublicAccessBlock } from "./s3/parts";
import { secret } from "./secretsmanager/secret";
import { secretVersion } from "./secretsmanager/secretVersion";
import { webAclAssociation } from "./wafv2/webAclAssociation";

const definitions: Definition[] = [
  launchTemplate,
  placementGroup,
  securityGroup,
  ingressRule,
  egressRule,
  nodeGroup,
  podIdentityAssociation,
  role,
  rolePolicy,
  rolePolicyAttachment,
  efsFileSystem,
  mountTarget,
  accessPoint,
  lustreFileSystem,
  dataRepositoryAssociation,
  bucket,
  bucketPublicAccessBlock,
  bucketEncryption,
  bucketLifecycle,
  bucketPolicy,
  secret,
  secretVersion,
  loadBalancer,
  listener,
  targetGroup,
  webAclAssociation,
];

/** Every AWS type that the double knows, by Pulumi's token. */
export const table: ReadonlyMap<string, Definition> = new Map(definitions.map((one) => [one.type, one]));

/** @throws Error for a type without an entry: the way out is one more file beside the others. */
export function definitionOf(type: string): Definition {
  const definition = table.get(type);
  if (definition) return definition;
  throw new Error(`The double of the AWS provider does not know ${type}. Add it to test/aws/resources.`);
}
