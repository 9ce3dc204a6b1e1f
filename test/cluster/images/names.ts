/** Names of the images. No registry has them: they are made here and given to each node. */
const image = (name: string) => `sonar.test/${name}:1`;

/** Keeps a pod's namespaces. */
export const pause = image("pause");
/** Runs a real engine, whose folder a test mounts. */
export const engine = image("engine");
/** The stand-in engine. */
export const standIn = image("stand-in");
export const haproxy = image("haproxy");
export const nodeJs = image("node");
