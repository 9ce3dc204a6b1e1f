import { downOnInterrupt } from "./cluster/interrupt";
import { up } from "./cluster/up";
import { usedKubeconfig } from "./host/kubectl";
import { say } from "./host/log";
import { main } from "./host/main";

downOnInterrupt();

main(async () => {
  await up();
  say(`cluster is up: export KUBECONFIG=${usedKubeconfig}`);
});
