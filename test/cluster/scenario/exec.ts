import { kubectl } from "../host/kubectl";

/** Runs a shell line in a pod's container, and returns what it printed. @throws Error with its last lines when it fails */
export const inPod = (namespace: string, pod: string, container: string, line: string) =>
  kubectl.run(["exec", pod, "--namespace", namespace, "--container", container, "--", "sh", "-c", line]);

/** Log of a pod's container, of the run before too. */
export const logs = (namespace: string, pod: string, container: string) =>
  kubectl.run(["logs", pod, "--namespace", namespace, "--container", container]);
