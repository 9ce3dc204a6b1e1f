import { secret, type Wire, type WireObject } from "../wire";
import type { Answer, Question } from "./answer";

/**
 * An AWS resource as it would be created: named as the program says, else by its prefix (the real provider adds a random ending), and a
 * launch template in its first version. Ids and ARNs are AWS' to give.
 */
export function answerAws({ type, inputs }: Question): Answer {
  switch (type) {
    case "aws:eks/nodeGroup:NodeGroup":
      return { state: { ...named(inputs, "nodeGroupName", "nodeGroupNamePrefix"), ...inputs } };
    case "aws:ec2/launchTemplate:LaunchTemplate":
      return { state: { latestVersion: 1, defaultVersion: 1, ...inputs } };
    default:
      return { state: inputs };
  }
}

/** Answers to functions that look up what exists: stand-ins, told by their ending. */
export const awsLookups: Record<string, (inputs: WireObject) => WireObject> = {
  "aws:eks/getCluster:getCluster": ({ name }) => ({
    name: name ?? "",
    vpcConfig: { vpcId: "vpc-preview", clusterSecurityGroupId: "sg-preview" },
  }),
  "aws:secretsmanager/getSecretVersion:getSecretVersion": ({ secretId }) => ({
    secretId: secretId ?? "",
    secretString: secret("preview"),
  }),
};

function named(inputs: WireObject, name: string, prefix: string): WireObject {
  const begin: Wire | undefined = inputs[prefix];
  return typeof begin === "string" ? { [name]: `${begin}preview` } : {};
}
