import { down } from "./cluster/down";
import { up } from "./cluster/up";
import { interruptCommands } from "./host/command";
import { usedKubeconfig } from "./host/kubectl";
import { say } from "./host/log";
import { Machine } from "./host/machine";
import { main } from "./host/main";

// an interrupt ends what has been started, so that nothing stays half made
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    Machine.startNoMore();
    interruptCommands();
    say(`${signal}: taking down what was started`);
    void down().finally(() => process.exit(130));
  });
}

main(async () => {
  await up();
  say(`cluster is up: export KUBECONFIG=${usedKubeconfig}`);
});
