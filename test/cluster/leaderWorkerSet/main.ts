import { once } from "node:events";
import { say } from "../host/log";
import { main } from "../host/main";
import { startController } from "./controller";

// for work by hand: `npx tsx test/cluster/leaderWorkerSet/main.ts` beside a running cluster, until it is interrupted
main(async () => {
  const controller = await startController();
  say("LeaderWorkerSets are expanded");
  await once(process, "SIGINT");
  await controller.stop();
});
