import { once } from "node:events";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { inject } from "./inject";
import { label } from "./names";
import type { Pod, Resource } from "./types";

interface Review {
  request: { uid: string; namespace: string; object: Pod };
}

/** What the API server is answered when it asks about a new pod. */
export function review({ request: { uid, namespace, object } }: Review) {
  const answer = (response: object) => ({
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    response: { uid, ...response },
  });
  try {
    const { metadata, spec } = inject({ ...object, metadata: { ...object.metadata, namespace } });
    const replace = (path: string, value: unknown) => ({ op: "replace", path, value });
    const patch = [
      replace("/metadata/labels", metadata.labels),
      replace("/spec/containers", spec.containers),
      ...(spec.initContainers ? [replace("/spec/initContainers", spec.initContainers)] : []),
    ];
    const encoded = Buffer.from(JSON.stringify(patch)).toString("base64");
    return answer({ allowed: true, patchType: "JSONPatch", patch: encoded });
  } catch (error) {
    return answer({ allowed: false, status: { code: 400, message: (error as Error).message } });
  }
}

/** Listens where the API server can ask. @returns the server and its port */
export async function listen(address: string, tls: { key: Buffer; cert: Buffer }) {
  const server: Server = createServer(tls, async (request, response) => {
    try {
      const body = JSON.stringify(review((await json(request)) as Review));
      response.writeHead(200, { "content-type": "application/json" }).end(body);
    } catch (error) {
      response.writeHead(400).end((error as Error).message);
    }
  });
  server.listen(0, address);
  await once(server, "listening");
  return { server, port: (server.address() as AddressInfo).port };
}

/** Asks about new pods of sets, and of nothing else: without an answer they are not made. */
export const registration = (
  address: string,
  port: number,
  certificate: Buffer,
): Resource & { webhooks: object[] } => ({
  apiVersion: "admissionregistration.k8s.io/v1",
  kind: "MutatingWebhookConfiguration",
  metadata: { name: "leaderworkerset-test-controller" },
  webhooks: [
    {
      name: "pods.leaderworkerset.test",
      clientConfig: { url: `https://${address}:${port}/pods`, caBundle: certificate.toString("base64") },
      rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] }],
      objectSelector: { matchExpressions: [{ key: label.set, operator: "Exists" }] },
      failurePolicy: "Fail",
      sideEffects: "None",
      admissionReviewVersions: ["v1"],
      timeoutSeconds: 10,
    },
  ],
});
