import { homedir } from "node:os";
import { join, resolve } from "node:path";

/** Folder of everything that is made: binaries, images and the running cluster's state. Outside the repository, so that clones share it. */
export const home = resolve(process.env.SONAR_CLUSTER_HOME ?? join(homedir(), ".cache", "sonar-cluster"));

/** Programs built from Go modules. */
export const bin = join(home, "bin");
/** Root filesystem and layers of images. */
export const images = join(home, "images");
/** The running cluster: keys, logs, sockets, volumes, state. */
export const run = join(home, "run");

/** Log of one process. */
export const logFile = (name: string) => join(run, "logs", `${name}.log`);
/** The cluster-admin's kubeconfig. */
export const kubeconfig = join(run, "kubeconfig");
/** Folder with the data of dynamic volumes, shared by all nodes. */
export const volumes = join(run, "volumes");

/** The repository. */
export const repository = resolve(__dirname, "../../..");
/** This folder. */
export const source = resolve(__dirname, "..");
