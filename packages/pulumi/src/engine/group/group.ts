import type { GroupPlan, PoolPlan } from "@sonar-iac/topology";

/** What holds the pods of one engine together; undefined where an engine is one pod, also one with several servers in it. */
export const groupOf = ({ group }: PoolPlan): GroupPlan | undefined => (group && group.size > 1 ? group : undefined);
