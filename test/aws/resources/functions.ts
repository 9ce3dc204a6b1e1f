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
};
