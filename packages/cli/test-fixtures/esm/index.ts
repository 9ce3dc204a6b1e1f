import * as k8s from "@pulumi/kubernetes";

// CommonJS has no await here
const name = await Promise.resolve("made-by-esm");

export default async () => {
  const map = new k8s.core.v1.ConfigMap(name, { data: { url: import.meta.url.slice(0, 7) } });
  return { name: map.metadata.name };
};
