import { down } from "./cluster/down";
import { say } from "./host/log";
import { main } from "./host/main";

main(async () => {
  await down();
  say("cluster is down");
});
