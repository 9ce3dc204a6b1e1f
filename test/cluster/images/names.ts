/** Where a cluster of KUBECONFIG gets the images: push those of the OCI layout there. Our own cluster has them without a registry. */
const prefix = process.env.SONAR_TEST_IMAGES ?? "sonar.test";
const image = (name: string, tag = 1) => `${prefix}/${name}:${tag}`;

/** Keeps a pod's namespaces. */
export const pause = image("pause");
/** Runs a real engine, whose folder a test mounts. */
export const engine = image("engine");
/** The stand-in engine. */
export const standIn = image("stand-in");
/** The same under another tag. */
export const standInNext = image("stand-in", 2);
export const haproxy = image("haproxy");
export const nodeJs = image("node");
