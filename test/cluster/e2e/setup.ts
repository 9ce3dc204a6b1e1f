import { realEngine } from "../../engine/real/available";
import { down } from "../cluster/down";
import { downOnInterrupt } from "../cluster/interrupt";
import { isUp, up } from "../cluster/up";
import { usedKubeconfig } from "../host/kubectl";
import { say } from "../host/log";
import { forgetRows, table } from "../scenario/report";

/** Before all cluster tests: a cluster; after them: the table, and an end to what was started here. A cluster that ran before goes on. */
export async function setup(): Promise<() => Promise<void>> {
  const { available, reason } = realEngine();
  if (!available) throw new Error(reason);
  const ours = !process.env.KUBECONFIG && !(await isUp());
  if (ours) downOnInterrupt();
  forgetRows();
  await up();
  return async () => {
    console.log(`\n${table()}\n`);
    if (ours) await down();
    else say(`the cluster of ${usedKubeconfig} goes on`);
  };
}
