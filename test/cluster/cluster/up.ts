import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildPrograms } from "../build/build";
import { makeCertificates } from "../control/certificates";
import { startControlPlane } from "../control/controlPlane";
import { startDns } from "../control/dns";
import { connectHost, connectNode, controlNetwork, controlRoutes, nodeNetwork } from "../control/network";
import { mountVolumes, startStorage } from "../control/storage";
import { nodes } from "../host/addresses";
import { kubectl, usedKubeconfig } from "../host/kubectl";
import { say, step } from "../host/log";
import { Machine } from "../host/machine";
import { run, volumes } from "../host/paths";
import { clusterPrograms, mustHave } from "../host/requirements";
import { isAlive, readState } from "../host/state";
import { loadImages } from "../images/load";
import { onNodes, startContainerd } from "../node/containers";
import { allReady, readyWithGpus } from "../node/gpus";
import { startKubelet } from "../node/kubelet";
import { nodeMounts } from "../node/mounts";
import { startPolicies, startServices } from "../node/network";
import { down } from "./down";

/** Whether our own cluster runs and takes pods. */
export async function isUp(): Promise<boolean> {
  const { machines } = readState();
  return (
    machines.length === nodes.length + 1 && machines.every(isAlive) && (await kubectl.ready()) && (await allReady())
  );
}

/**
 * A cluster that takes pods: the one of KUBECONFIG as it is; else our own, which is made, or used again with fresh images when it runs.
 *
 * @throws Error that says what is missing on this machine, or which part did not start; what had been started is ended then.
 */
export async function up(): Promise<void> {
  if (process.env.KUBECONFIG) {
    if (!(await kubectl.ready())) throw new Error(`The cluster of KUBECONFIG (${usedKubeconfig}) does not answer.`);
    return say(`using the cluster of ${usedKubeconfig}`);
  }
  if (await isUp()) {
    say("the cluster runs already");
    return loadImages();
  }
  await mustHave(clusterPrograms);
  await buildPrograms();
  await down();
  try {
    await start();
  } catch (error) {
    await down();
    throw error;
  }
}

async function start(): Promise<void> {
  mkdirSync(join(run, "logs"), { recursive: true });
  mkdirSync(volumes, { recursive: true });
  await makeCertificates(nodes);
  const control = await step("start the control plane", async () => {
    const machine = await Machine.start("control", `${mountVolumes}\n${controlNetwork}`);
    await connectHost(machine);
    await startControlPlane(machine);
    await startStorage(machine);
    await startDns(machine);
    return machine;
  });
  await step(`start ${nodes.length} nodes`, async () => {
    for (const node of nodes) {
      const machine = await Machine.start(node.name, `${nodeMounts(node)}\n${nodeNetwork}`);
      await connectNode(node, machine, control);
      await startContainerd(node, machine);
      startKubelet(node, machine);
      startServices(node, machine);
    }
    await control.shell(controlRoutes());
  });
  await loadImages();
  await step("wait for the nodes", () =>
    onNodes(async (node) => {
      await readyWithGpus(node);
      await startPolicies(node, Machine.find(node.name) as Machine);
    }),
  );
  Machine.allStay();
}
