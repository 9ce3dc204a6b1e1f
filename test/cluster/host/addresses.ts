/** Addresses of the cluster. They exist only in network namespaces that `cluster:up` makes, and on one link from this machine into them. */
export const control = "10.99.0.1";
/** This machine, as the cluster sees it. */
export const host = "10.99.0.254";
export const apiPort = 6443;
export const podRange = "10.244.0.0/16";
export const serviceRange = "10.96.0.0/16";
/** The Service `kubernetes`: first of the range. */
export const apiService = "10.96.0.1";
export const dnsService = "10.96.0.10";

/** A machine that runs pods. */
export interface Node {
  name: string;
  address: string;
  /** Addresses of its pods. */
  pods: string;
}

/** Node by number, from 1 on. */
export const node = (number: number): Node => ({
  name: `node${number}`,
  address: `10.99.0.${10 + number}`,
  pods: `10.244.${number}.0/24`,
});

/** All nodes. `SONAR_CLUSTER_NODES` changes their number. @default 2, so that one can be drained */
export const nodes: Node[] = Array.from({ length: Number(process.env.SONAR_CLUSTER_NODES ?? 2) }, (_, i) =>
  node(i + 1),
);
