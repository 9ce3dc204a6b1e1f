import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";
import { anew, assume, given, inPlace, tags } from "./settings";

const secret = new aws.secretsmanager.Secret("keys", {
  description: inPlace("The model's keys", "The model's client keys"),
  namePrefix: anew("sonar/", "sonar-keys/"),
  recoveryWindowInDays: 7,
  tags,
});
// a version's value never changes: another value is another version
new aws.secretsmanager.SecretVersion("keys", {
  secretId: secret.arn,
  secretString: pulumi.secret(anew("sk-first-and-secret", "sk-second-and-secret")),
});

const role = new aws.iam.Role("reader", { assumeRolePolicy: assume("pods.eks.amazonaws.com"), tags });
const policy = new aws.iam.RolePolicy("reader", {
  role: anew(role.name, role.id),
  name: anew("read", "read-keys"),
  policy: secret.arn.apply((Resource) =>
    JSON.stringify({
      Version: "2012-10-17",
      Statement: [
        {
          Effect: "Allow",
          Action: inPlace(
            ["secretsmanager:GetSecretValue"],
            ["secretsmanager:GetSecretValue", "secretsmanager:DescribeSecret"],
          ),
          Resource,
        },
      ],
    }),
  ),
});
new aws.eks.PodIdentityAssociation(
  "reader",
  {
    clusterName: given.clusterName,
    namespace: "llm",
    serviceAccount: anew("external-secrets", "secrets"),
    roleArn: role.arn,
    disableSessionTags: inPlace(false, true),
    tags,
  },
  { dependsOn: [policy] },
);

export const secretArn = secret.arn;
