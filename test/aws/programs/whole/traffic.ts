import * as aws from "@pulumi/aws";
import { anew, given, inPlace, tags } from "./settings";

const [front, extra] = ["front", "front-extra"].map(
  (name) => new aws.ec2.SecurityGroup(name, { vpcId: given.vpcId, tags }),
) as [aws.ec2.SecurityGroup, aws.ec2.SecurityGroup];
new aws.vpc.SecurityGroupIngressRule("front-https", {
  securityGroupId: front.id,
  cidrIpv4: inPlace("10.0.0.0/16", "10.0.0.0/8"),
  ipProtocol: "tcp",
  fromPort: 443,
  toPort: 443,
});

const balancer = new aws.lb.LoadBalancer("front", {
  internal: anew(true, false),
  loadBalancerType: "application",
  subnets: given.subnetIds,
  securityGroups: inPlace([front.id], [front.id, extra.id]),
  idleTimeout: inPlace(660, 1260),
  clientKeepAlive: inPlace(3600, 7200),
  dropInvalidHeaderFields: true,
  enableHttp2: inPlace(true, false),
  accessLogs: { bucket: given.bucket, prefix: inPlace("front", "gate"), enabled: true },
  tags,
});
const targets = new aws.lb.TargetGroup("front", {
  targetType: "ip",
  port: anew(8080, 8081),
  protocol: "HTTP",
  vpcId: given.vpcId,
  loadBalancingAlgorithmType: inPlace("least_outstanding_requests", "round_robin"),
  deregistrationDelay: inPlace(630, 1230),
  healthCheck: { path: inPlace("/health", "/ready"), interval: 5, timeout: 2, healthyThreshold: 2, matcher: "200" },
  tags,
});
new aws.lb.Listener("front", {
  loadBalancerArn: balancer.arn,
  port: inPlace(443, 8443),
  protocol: "HTTPS",
  sslPolicy: inPlace("ELBSecurityPolicy-TLS13-1-2-2021-06", "ELBSecurityPolicy-TLS13-1-3-2021-06"),
  certificateArn: inPlace(...given.certificateArns),
  defaultActions: [{ type: "forward", targetGroupArn: targets.arn }],
  tags,
});
new aws.wafv2.WebAclAssociation(
  "front",
  { resourceArn: balancer.arn, webAclArn: anew(...given.webAclArns) },
  // removed later, the old one would take the new one with it
  { deleteBeforeReplace: true },
);
