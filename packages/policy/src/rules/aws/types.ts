/** Type tokens of the AWS resources that rules look at. */
export const types = {
  launchTemplate: "aws:ec2/launchTemplate:LaunchTemplate",
  instance: "aws:ec2/instance:Instance",
  launchConfiguration: "aws:ec2/launchConfiguration:LaunchConfiguration",
  nodeGroup: "aws:eks/nodeGroup:NodeGroup",
  autoScalingGroup: "aws:autoscaling/group:Group",
  securityGroup: "aws:ec2/securityGroup:SecurityGroup",
  securityGroupRule: "aws:ec2/securityGroupRule:SecurityGroupRule",
  ingressRule: "aws:vpc/securityGroupIngressRule:SecurityGroupIngressRule",
  egressRule: "aws:vpc/securityGroupEgressRule:SecurityGroupEgressRule",
  volume: "aws:ebs/volume:Volume",
  fileSystem: "aws:efs/fileSystem:FileSystem",
  secret: "aws:secretsmanager/secret:Secret",
} as const;
