import { expect, it } from "vitest";
import { messagesOf, plannedAs } from "../../../test-fixtures/loadBalancer";
import type { LoadBalancerSpec } from "./spec";

const certificate = (region: string, partition = "aws") => `arn:${partition}:acm:${region}:123456789012:certificate/1`;
const acl = (region: string) => `arn:aws:wafv2:${region}:123456789012:regional/webacl/own/1`;
const elsewhere = (field: string, found: string, stands: string, what: string) =>
  `platform.loadBalancer.${field}: is of ${found}, but the load balancer stands in ${stands}, and takes a ${what} of its own region only. Make one in ${stands}, and give its ARN.`;
const inOregon = [{ zone: "us-west-2a" }, { zone: "us-west-2b" }];

it.each<[string, Partial<LoadBalancerSpec>, string[]]>([
  ["where nothing tells the region", { certificateArn: certificate("us-east-1") }, []],
  ["where the ARN is not known", { region: "us-east-1" }, []],
  [
    "of the stated region",
    { region: "us-east-1", certificateArn: certificate("us-east-1"), webAclArn: acl("us-east-1") },
    [],
  ],
  [
    "of another region than the stated one",
    { region: "us-east-1", certificateArn: certificate("eu-west-1") },
    [elsewhere("certificateArn", "eu-west-1", "us-east-1", "certificate")],
  ],
  [
    "of another region than the load balancer's zones",
    { subnets: inOregon, certificateArn: certificate("us-east-1"), webAclArn: acl("us-east-1") },
    [
      elsewhere("certificateArn", "us-east-1", "us-west-2", "certificate"),
      elsewhere("webAclArn", "us-east-1", "us-west-2", "web ACL"),
    ],
  ],
  [
    "of another region than the cluster's zones",
    { clusterZones: ["us-west-2-lax-1a"], certificateArn: certificate("us-east-1") },
    [elsewhere("certificateArn", "us-east-1", "us-west-2", "certificate")],
  ],
  [
    "of a region with a longer name",
    { clusterZones: ["us-gov-west-1a"], certificateArn: certificate("us-gov-west-1", "aws-us-gov") },
    [],
  ],
  [
    "where the stated region is not that of the zones",
    { region: "us-east-1", subnets: inOregon },
    [
      'platform.loadBalancer.region: is "us-east-1", but the subnets lie in us-west-2. Give the region of the cluster, or leave it out.',
    ],
  ],
])("an ARN %s", (_, spec, told) => expect(messagesOf(plannedAs("alb"))(spec)).toEqual(told));
