import type { Call, Definition, Made } from "../../double/definition";
import { isEmpty, later } from "../../double/fields";
import { freshId } from "../../double/names";
import { tagList, tags, tagUpdate } from "../../double/tags";
import { arn } from "../arn";
import { policyProblems } from "../iam/policy";
import { token } from "../tokens";

const call = (operation: string, { id }: Made, params = {}): Call => ({
  service: "secretsmanager",
  operation,
  params: { SecretId: id, ...params },
});
const putPolicy = (made: Made) => call("PutResourcePolicy", made, { ResourcePolicy: made.inputs.policy });

export const secret: Definition = {
  type: token.secret,
  autoname: { input: "name", max: 512 },
  create: {
    service: "secretsmanager",
    operation: "CreateSecret",
    fields: {
      description: "Description",
      forceOverwriteReplicaSecret: "ForceOverwriteReplicaSecret",
      kmsKeyId: "KmsKeyId",
      name: "Name",
      namePrefix: later(),
      policy: later(),
      recoveryWindowInDays: later(),
      tags: tags(),
      type: "Type",
    },
  },
  result: ({ ARN }) => ({ id: ARN as string, outputs: { arn: ARN } }),
  answer: ({ name }) => ({ ARN: arn("secretsmanager", `secret:${name}-${freshId("", 6)}`) }),
  after: (made) => (isEmpty(made.inputs.policy) ? [] : [putPolicy(made)]),
  fixed: ["name", "namePrefix", "type"],
  updates: [
    {
      inputs: ["description", "kmsKeyId"],
      calls: (now) => {
        const { description, kmsKeyId } = now.inputs;
        const key = isEmpty(kmsKeyId) ? {} : { KmsKeyId: kmsKeyId };
        return [call("UpdateSecret", now, { Description: description ?? "", ...key })];
      },
    },
    {
      inputs: ["policy"],
      calls: (now) => [isEmpty(now.inputs.policy) ? call("DeleteResourcePolicy", now) : putPolicy(now)],
    },
    tagUpdate({
      service: "secretsmanager",
      add: (made, added) => call("TagResource", made, { Tags: tagList(added) }),
      remove: (made, TagKeys) => call("UntagResource", made, { TagKeys }),
    }),
  ],
  provider: ["forceOverwriteReplicaSecret", "recoveryWindowInDays"],
  read: (made) => call("DescribeSecret", made),
  remove: (made) => {
    const days = made.inputs.recoveryWindowInDays ?? 30;
    const how = days === 0 ? { ForceDeleteWithoutRecovery: true } : { RecoveryWindowInDays: days };
    return [call("DeleteSecret", made, how)];
  },
  rules: ({ name, recoveryWindowInDays: days, policy }) => [
    ...(/^[\w/+=.@-]*$/.test(String(name)) ? [] : [`name: "${name}" has characters other than A-Za-z0-9/_+=.@-`]),
    ...(isEmpty(days) || days === 0 || (Number(days) >= 7 && Number(days) <= 30)
      ? []
      : [`recoveryWindowInDays: ${days} is neither 0 nor 7 to 30`]),
    ...(isEmpty(policy) ? [] : policyProblems("policy", policy, ["Principal"], [])),
  ],
};
