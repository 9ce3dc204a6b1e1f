import type { Call, Values } from "../double/definition";
import { keyOf } from "../double/live";
import { arn, iamArn } from "../resources/arn";
import { region } from "../resources/region";
import { token } from "../resources/tokens";
import type { Sidecar } from "../sidecar/client";

/** What is there before a program runs: its own team's network, cluster, role, certificates and a secret. */
export interface Given {
  vpcId: string;
  subnetIds: [string, string];
  clusterName: string;
  clusterSecurityGroupId: string;
  certificateArns: [string, string];
  webAclArns: [string, string];
  /** An S3 bucket. */
  bucket: string;
  /** A secret with a token. */
  secretArn: string;
}

/** Makes it in moto and tells the double of it. */
export async function give(sidecar: Sidecar): Promise<Given> {
  const make = async <T>(service: string, operation: string, params: Values): Promise<T> => {
    const { result, error } = await sidecar.call({ service: service as Call["service"], operation, params });
    if (error) throw new Error(`${service} ${operation}: ${error.code}: ${error.message}`);
    return result as T;
  };
  const tell = (type: string, id: string, inputs: Values = {}, outputs: Values = {}) =>
    sidecar.add({ key: keyOf(type, id), type, id, inputs: { ...inputs, given: true }, outputs });

  const { Vpc } = await make<{ Vpc: { VpcId: string } }>("ec2", "CreateVpc", { CidrBlock: "10.0.0.0/16" });
  await tell(token.vpc, Vpc.VpcId);
  const subnet = async (letter: string, net: number) => {
    const AvailabilityZone = `${region}${letter}`;
    const params = { VpcId: Vpc.VpcId, CidrBlock: `10.0.${net}.0/24`, AvailabilityZone };
    const { Subnet } = await make<{ Subnet: { SubnetId: string } }>("ec2", "CreateSubnet", params);
    await tell(token.subnet, Subnet.SubnetId, { availabilityZone: AvailabilityZone });
    return Subnet.SubnetId;
  };
  const subnetIds: [string, string] = [await subnet("a", 1), await subnet("b", 2)];

  const group = { GroupName: "eks-cluster", Description: "the cluster's own", VpcId: Vpc.VpcId };
  const { GroupId } = await make<{ GroupId: string }>("ec2", "CreateSecurityGroup", group);
  await tell(token.securityGroup, GroupId);
  const resourcesVpcConfig = { subnetIds, securityGroupIds: [GroupId] };
  await make("eks", "CreateCluster", { name: "llm", roleArn: iamArn("role/cluster"), resourcesVpcConfig });
  const vpcConfig = { vpcId: Vpc.VpcId, clusterSecurityGroupId: GroupId, subnetIds };
  await tell(token.cluster, "llm", {}, { arn: arn("eks", "cluster/llm"), vpcConfig });
  const trust = {
    Statement: [{ Effect: "Allow", Principal: { Service: "ec2.amazonaws.com" }, Action: "sts:AssumeRole" }],
  };
  const document = JSON.stringify({ Version: "2012-10-17", ...trust });
  await make("iam", "CreateRole", { RoleName: "given", AssumeRolePolicyDocument: document });
  await tell(token.role, "given");

  const certificate = async (DomainName: string) => {
    const { CertificateArn } = await make<{ CertificateArn: string }>("acm", "RequestCertificate", { DomainName });
    await tell(token.certificate, CertificateArn);
    return CertificateArn;
  };
  const webAcl = async (Name: string) => {
    const VisibilityConfig = { SampledRequestsEnabled: false, CloudWatchMetricsEnabled: false, MetricName: Name };
    const params = { Name, Scope: "REGIONAL", DefaultAction: { Allow: {} }, VisibilityConfig };
    const { Summary } = await make<{ Summary: { ARN: string } }>("wafv2", "CreateWebACL", params);
    await tell(token.webAcl, Summary.ARN);
    return Summary.ARN;
  };
  const stored = { Name: "hugging-face", SecretString: "hf_0123456789abcdef" };
  const made = await make<{ ARN: string; VersionId: string }>("secretsmanager", "CreateSecret", stored);
  await tell(token.secret, made.ARN);
  const version = { secretId: made.ARN, secretString: stored.SecretString };
  await tell(token.secretVersion, `${made.ARN}|${made.VersionId}`, version, { versionId: made.VersionId });
  return {
    vpcId: Vpc.VpcId,
    subnetIds,
    clusterName: "llm",
    clusterSecurityGroupId: GroupId,
    certificateArns: [await certificate("llm.example.com"), await certificate("llm2.example.com")],
    webAclArns: [await webAcl("first"), await webAcl("second")],
    bucket: "access-logs",
    secretArn: made.ARN,
  };
}
