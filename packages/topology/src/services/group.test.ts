import { describe, expect, it } from "vitest";
import type { GroupPlan } from "../plan";
import { groupPortProblems } from "./group";

const group = {
  masterPort: 29501,
  supervisorPort: 29511,
  api: { pods: "leader", ports: [2242], readiness: { port: 2242, path: "/health" } },
} as unknown as GroupPlan;
const paths = (sideChannelPort: number, sideChannelPorts: number, data?: { size: number; rpcPort?: number }) =>
  groupPortProblems(data ? { data } : {}, group, { sideChannelPort, sideChannelPorts }).map(({ path }) => path);

describe("ports of a group", () => {
  it.each<[string, number, number, { size: number; rpcPort?: number } | undefined, string[]]>([
    ["far apart", 5600, 16, { size: 16 }, []],
    ["the last side channel below the master port", 29485, 16, { size: 16 }, []],
    ["the last side channel on the master port", 29486, 16, { size: 16 }, ["transfer.sideChannelPort"]],
    ["a side channel on the supervisor's", 29510, 2, { size: 2 }, ["transfer.sideChannelPort"]],
    ["a side channel where ranks meet by default", 29540, 16, { size: 16 }, ["transfer.sideChannelPort"]],
    ["the same where no ranks meet", 29550, 1, undefined, []],
    ["the same where ranks meet elsewhere", 29550, 2, { size: 2, rpcPort: 13345 }, []],
    ["ranks that meet on a side channel", 5600, 16, { size: 16, rpcPort: 5615 }, ["parallelism.data.rpcPort"]],
    ["ranks that meet behind the side channels", 5600, 16, { size: 16, rpcPort: 5616 }, []],
  ])("%s", (_, port, count, data, expected) => expect(paths(port, count, data)).toEqual(expected));

  it("are told with the whole range", () => {
    const [found] = groupPortProblems({ data: { size: 16 } }, group, { sideChannelPort: 29486, sideChannelPorts: 16 });
    expect(found?.message).toBe(
      "29501 is another port of the pods of an engine already, and 16 data parallel ranks use the ports 29486 to 29501. Use none of 29501, 29511, 29550, nor the 15 ports before each.",
    );
  });
});
