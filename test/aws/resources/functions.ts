import type { Values } from "../double/definition";
import type { Live } from "../double/live";
import { token } from "./tokens";

/** Functions of @pulumi/aws that look up what a test gave, by token. */
export const functions: Record<string, (inputs: Values, live: Live) => Values> = {
  "aws:eks/getCluster:getCluster": ({ name }, live) => {
    const cluster = live.find(token.cluster, name);
    if (cluster === undefined) throw new Error(`ResourceNotFoundException: there is no cluster ${name}`);
    return { id: name, name, ...cluster.outputs };
  },
  "aws:secretsmanager/getSecretVersion:getSecretVersion": ({ secretId, ...others }, live) => {
    if (Object.keys(others).length > 0) throw new Error("The double of the AWS provider reads current versions only.");
    const version = live.all(token.secretVersion).findLast(({ inputs }) => inputs.secretId === secretId);
    if (version === undefined)
      throw new Error(`ResourceNotFoundException: there is no secret ${secretId} with a value`);
    return { id: version.id, secretId, ...version.outputs, secretString: version.inputs.secretString };
  },
};
