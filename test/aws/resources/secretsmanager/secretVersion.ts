import type { Call, Definition, Made } from "../../double/definition";
import { isEmpty, later } from "../../double/fields";
import { holds } from "../../double/live";
import { freshId } from "../../double/names";
import { token } from "../tokens";

const values = ["secretString", "secretBinary", "secretStringWo"];
const stages = ({ inputs }: Made) => (inputs.versionStages ?? ["AWSCURRENT"]) as string[];
const move = (made: Made, VersionStage: string, to: object): Call => ({
  service: "secretsmanager",
  operation: "UpdateSecretVersionStage",
  params: { SecretId: made.inputs.secretId, VersionStage, ...to },
});

export const secretVersion: Definition = {
  type: token.secretVersion,
  create: {
    service: "secretsmanager",
    operation: "PutSecretValue",
    fields: {
      secretBinary: "SecretBinary",
      secretId: "SecretId",
      secretString: "SecretString",
      secretStringWo: "SecretString",
      secretStringWoVersion: later(),
      versionStages: "VersionStages",
    },
  },
  result: ({ ARN, VersionId }) => ({
    id: `${ARN}|${VersionId}`,
    outputs: { arn: ARN, versionId: VersionId, versionStages: ["AWSCURRENT"] },
  }),
  answer: ({ secretId }) => ({ ARN: secretId, VersionId: freshId("", 32) }),
  fixed: ["secretId", ...values, "secretStringWoVersion"],
  updates: [
    {
      inputs: ["versionStages"],
      calls: (now, before) => {
        const version = now.outputs.versionId;
        const added = stages(now).filter((stage) => !stages(before).includes(stage));
        const removed = stages(before).filter((stage) => !stages(now).includes(stage));
        return [
          ...added.map((stage) => move(now, stage, { MoveToVersionId: version })),
          ...removed.map((stage) => move(now, stage, { RemoveFromVersionId: version })),
        ];
      },
    },
  ],
  read: ({ inputs, outputs }) => ({
    service: "secretsmanager",
    operation: "GetSecretValue",
    params: { SecretId: inputs.secretId, VersionId: outputs.versionId },
  }),
  // versions go with their secret; AWS has no request that deletes one
  remove: () => [],
  holds: ({ secretId }) => holds(token.secret, secretId),
  rules: (inputs) => {
    const given = values.filter((name) => !isEmpty(inputs[name]));
    return given.length === 1 ? [] : [`one of ${values.join(", ")} is needed, not ${given.length}`];
  },
};
