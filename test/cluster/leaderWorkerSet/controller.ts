import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../host/command";
import { say } from "../host/log";
import { Api, clusterAccess } from "./api";
import { selfSigned } from "./certificate";
import { crd, isEstablished } from "./crd";
import { localAddress } from "./localAddress";
import { apiVersion, kind, label } from "./names";
import { controllerOf } from "./owner";
import { collection } from "./paths";
import { Queue } from "./queue";
import { reconcile } from "./reconcile";
import type { Pod, Resource } from "./types";
import { listen, registration } from "./webhook";

/** A running controller. */
export interface Controller {
  /** Ends it and takes away what it installed: its kind too, and with it all sets. */
  stop(): Promise<void>;
}

/** Installs the kind, answers for new pods and expands every set of the cluster, until it is stopped. */
export async function startController(): Promise<Controller> {
  const access = await clusterAccess();
  const api = new Api(access);
  const address = await localAddress(access.server);
  const tls = await selfSigned(address);
  const { server, port } = await listen(address, tls);
  const definition = crd();
  const hook = registration(address, port, tls.cert);
  await api.apply(definition);
  await until(`the kind ${kind}`, 30, () => isEstablished(api));
  await api.apply(hook);

  const lost = new Set<string>();
  const queue = new Queue((key) => reconcile(api, key, lost), say);
  const stopped = new AbortController();
  const watch = async (
    version: string,
    of: string,
    selector: string,
    tell: (object: Resource, gone: boolean) => void,
  ) => {
    while (!stopped.signal.aborted)
      await api
        .watch<Resource>(collection(version, of), selector, stopped.signal, ({ type, object }) => {
          if (type !== "ERROR" && type !== "BOOKMARK") tell(object, type === "DELETED");
        })
        .catch((error: Error) => stopped.signal.aborted || say(`watch of ${of}: ${error.message}`))
        // a server that ends every watch at once is not asked without a pause
        .then(() => sleep(200));
  };
  const owner = ({ metadata }: Resource) => queue.add(`${metadata.namespace}/${metadata.labels?.[label.set]}`);
  const watches = [
    watch(apiVersion, kind, "", ({ metadata }) => queue.add(`${metadata.namespace}/${metadata.name}`)),
    watch("apps/v1", "StatefulSet", label.set, owner),
    watch("v1", "Pod", label.set, (pod, gone) => {
      const of = controllerOf(pod as Pod);
      if (of && (gone || pod.metadata.deletionTimestamp)) lost.add(of);
      owner(pod);
    }),
  ];

  return {
    async stop() {
      stopped.abort();
      await Promise.all(watches);
      await queue.end();
      await api.remove(hook, "Background");
      await api.remove(definition, "Foreground");
      await until(`the end of the kind ${kind}`, 60, async () => !(await isEstablished(api)));
      server.close();
      server.closeAllConnections();
      api.close();
    },
  };
}
