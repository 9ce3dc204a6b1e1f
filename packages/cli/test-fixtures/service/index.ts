import * as k8s from "@pulumi/kubernetes";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";
import { FakeService } from "../component";
import { fixturePlan } from "../plan";

// the texts that begin with "topsecret" may not be printed anywhere
const literal = pulumi.secret("topsecret-literal");
const token = new pulumi.Config().requireSecret("hfToken");
const namespace = new k8s.core.v1.Namespace("llm", { metadata: { labels: { team: "search" } } });
const inNamespace = { namespace: namespace.metadata.name };

const qwen = new FakeService("qwen3", fixturePlan("qwen3"), {
  transforms: [
    ({ type, props, opts }) =>
      type === "kubernetes:core/v1:Service"
        ? { props: { ...props, spec: { ...props.spec, sessionAffinity: "ClientIP" } }, opts }
        : undefined,
  ],
});
const parent = qwen;
const password = new random.RandomPassword("qwen3-keys-web", { length: 40 }, { parent });
const keys = new k8s.core.v1.Secret(
  "qwen3-keys",
  {
    metadata: inNamespace,
    stringData: { web: password.result, header: pulumi.interpolate`Bearer ${password.result}` },
  },
  { parent },
);
new k8s.core.v1.ConfigMap(
  "qwen3-settings",
  {
    metadata: inNamespace,
    data: { on: "yes", mode: "0777", token: pulumi.interpolate`token=${token}&key=${literal}` },
  },
  { parent },
);
const container = (name: string, args: pulumi.Input<string>[]) => ({ name, image: "registry.example.com/app:1", args });
const labels = { app: "qwen3" };
const serve = new k8s.apps.v1.StatefulSet(
  "qwen3-serve",
  {
    metadata: inNamespace,
    spec: {
      serviceName: "qwen3-serve",
      replicas: 3,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [container("engine", ["serve", pulumi.interpolate`--key=${literal}`])],
          terminationGracePeriodSeconds: 945,
        },
      },
    },
  },
  { parent, protect: true },
);
new k8s.apps.v1.Deployment(
  "qwen3-gateway",
  {
    metadata: { name: "qwen3-edge", ...inNamespace },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container("haproxy", [])] } },
    },
  },
  { parent, dependsOn: serve, ignoreChanges: ["spec.replicas"] },
);
const service = new k8s.core.v1.Service(
  "qwen3-http",
  { metadata: inNamespace, spec: { selector: labels, ports: [{ port: 80 }] } },
  { parent, aliases: [{ name: "qwen3-old" }] },
);
token.apply((plain) => console.log(`the program prints ${plain}`));

export const url = pulumi.interpolate`http://${service.metadata.name}.${service.metadata.namespace}.svc`;
export const apiKey = password.result;
export const nested = { header: pulumi.interpolate`Bearer ${literal}`, names: [keys.metadata.name] };
export const address = service.status.loadBalancer.ingress;
