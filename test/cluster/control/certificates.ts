import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { apiService, control, type Node } from "../host/addresses";
import { command } from "../host/command";
import { run } from "../host/paths";

const folder = join(run, "pki");
const file = (name: string) => join(folder, name);

/** A key and its certificate, as files. */
export interface Pair {
  key: string;
  certificate: string;
}

/** Files of the cluster's certificate authority and of what it signs for a name. */
export const authority: Pair = { key: file("ca.key"), certificate: file("ca.crt") };
export const pair = (name: string): Pair => ({ key: file(`${name}.key`), certificate: file(`${name}.crt`) });

const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Who a client certificate is for: Kubernetes reads the user from CN and the groups from O. */
const subjects: Record<string, string> = {
  admin: "/O=system:masters/CN=admin",
  "controller-manager": "/CN=system:kube-controller-manager",
  scheduler: "/CN=system:kube-scheduler",
  apiserver: "/CN=kube-apiserver",
  "kubelet-client": "/O=system:masters/CN=kube-apiserver",
};

/** Makes every key and certificate of a cluster with these nodes. */
export async function makeCertificates(nodes: Node[]): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(authority.certificate)) {
    await certify(authority, "/CN=sonar-test-cluster");
    await command("openssl", ["genrsa", "-out", file("service-accounts.key"), "2048"]);
  }
  const names = [
    "localhost",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
  ];
  const alternatives = [
    ...names.map((name) => `DNS:${name}`),
    ...["127.0.0.1", apiService, control].map((ip) => `IP:${ip}`),
  ];
  for (const [name, subject] of Object.entries(subjects))
    await certify(pair(name), subject, name === "apiserver" ? alternatives : [], authority);
  for (const { name } of nodes) await certify(pair(name), `/O=system:nodes/CN=system:node:${name}`, [], authority);
}

/** Key with which tokens of service accounts are signed. */
export const serviceAccountKey = file("service-accounts.key");

/**
 * Makes a key and its certificate, as files.
 *
 * @param alternatives names and addresses of a server, as OpenSSL writes them
 * @param issuer who signs it; without one it signs itself
 */
export async function certify(made: Pair, subject: string, alternatives: string[] = [], issuer?: Pair): Promise<void> {
  const extensions = alternatives.length > 0 ? ["-addext", `subjectAltName=${alternatives.join(",")}`] : [];
  const signer = issuer ? ["-CA", issuer.certificate, "-CAkey", issuer.key] : [];
  const files = ["-keyout", made.key, "-out", made.certificate];
  // one call makes and signs it (OpenSSL 3)
  await command("openssl", [
    "req",
    "-x509",
    ...signer,
    ...newKey,
    "-subj",
    subject,
    ...extensions,
    "-days",
    "30",
    ...files,
  ]);
}
