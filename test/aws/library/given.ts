import { arn, iamArn } from "../resources/arn";
import { region } from "../resources/region";

// ids as AWS writes them: the service models look at their form
export const cluster = { name: "prod", securityGroupId: "sg-0c1a57e4000000001", vpcId: "vpc-0c1a57e4000000001" };
export const first = "subnet-0c1a57e4000000001";
const second = "subnet-0c1a57e4000000002";
const third = "subnet-0c1a57e4000000003";
/** Subnets of two zones. */
export const subnetIds = [first, second];
/** Two subnets of one zone. */
export const oneZone = [first, second].map((id) => ({ id, availabilityZone: `${region}a` }));
/** Subnets of two zones, two of them in the first. */
export const twoZones = [
  { id: first, availabilityZone: `${region}a` },
  { id: second, availabilityZone: `${region}b` },
  { id: third, availabilityZone: `${region}a` },
];

export const reservationId = "cr-0c1a57e4000000001";
export const resourceGroupArn = arn("resource-groups", "group/gpus");
export const kmsKeyArn = arn("kms", "key/1234abcd-12ab-34cd-56ef-1234567890ab");
export const roleArn = iamArn("role/nodes");
export const certificateArn = arn("acm", "certificate/1234abcd-12ab-34cd-56ef-1234567890ab");
export const webAclArn = arn("wafv2", "regional/webacl/own/1234abcd-12ab-34cd-56ef-1234567890ab");
export const secretArn = arn("secretsmanager", "secret:hugging-face-AbCdEf");
export const operatorArn = iamArn("role/external-secrets");
export const oidcProviderArn = iamArn(
  `oidc-provider/oidc.eks.${region}.amazonaws.com/id/0C1A57E4000000000000000000000001`,
);
export const policy = (name: string) => `arn:aws:iam::aws:policy/${name}`;
