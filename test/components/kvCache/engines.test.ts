import { describe, expect, it } from "vitest";
import { type Json, label, made } from "./used";

describe("engines that use a cache", () => {
  it("carry its label, which their selector does not have", async () => {
    const { engine, of } = await made("Mooncake, minimal");
    expect(engine().metadata.labels[label]).toBe("prefixes");
    expect(of("StatefulSet", "qwen3-serve").spec.selector.matchLabels).not.toHaveProperty(label);
  });

  it("mount the store's file with the master's name, and are rolled out when it changes", async () => {
    const { engine, of } = await made("Mooncake, minimal");
    const file = of("ConfigMap", "qwen3-serve-kv-cache");
    expect(file.metadata.name).toBeUndefined();
    const content = JSON.parse(file.data["mooncake.json"]);
    expect(content.master_server_address).toBe("prefixes-master.default.svc.cluster.local:50051");
    const [container] = engine().spec.containers;
    const { value: path } = container.env.find(({ name }: Json) => name === "MOONCAKE_CONFIG_PATH");
    expect(container.volumeMounts).toContainEqual({
      name: "kv-cache-files",
      mountPath: path,
      subPath: "mooncake.json",
      readOnly: true,
    });
    expect(engine().spec.volumes).toContainEqual({
      name: "kv-cache-files",
      configMap: { name: expect.stringMatching(/^qwen3-serve-kv-cache-/) },
    });
  });

  it("start after the cache", async () => {
    const { of } = await made("Mooncake, minimal");
    const { dependsOn } = of("StatefulSet", "qwen3-serve").options;
    expect(dependsOn).toEqual(
      expect.arrayContaining([of("Deployment", "prefixes-master").urn, of("StatefulSet", "prefixes-store").urn]),
    );
  });

  it("mount a claim to write it, and are told the bucket's name and its keys by reference", async () => {
    const files = await made("a new claim");
    expect(files.engine().spec.volumes).toContainEqual({
      name: "kv-cache",
      persistentVolumeClaim: { claimName: "prefixes-kv-cache" },
    });
    expect(files.engine().spec.containers[0].volumeMounts).toContainEqual({ name: "kv-cache", mountPath: "/kv-cache" });
    const bucket = await made("a bucket with keys");
    const [container] = bucket.engine().spec.containers;
    const config = JSON.parse(container.args[container.args.indexOf("--kv-transfer-config") + 1]);
    // Kubernetes puts the name in: the command stays plain where the bucket is not known yet
    expect(JSON.stringify(config)).toContain('"bucket":"$(SONAR_KV_CACHE_BUCKET)"');
    expect(container.env).toContainEqual({ name: "SONAR_KV_CACHE_BUCKET", value: "kv" });
    expect(container.env).toContainEqual({
      name: "AWS_ACCESS_KEY_ID",
      valueFrom: { secretKeyRef: { name: "minio", key: "id" } },
    });
    expect(container.env).toContainEqual({
      name: "AWS_SECRET_ACCESS_KEY",
      valueFrom: { secretKeyRef: { name: "minio", key: "AWS_SECRET_ACCESS_KEY" } },
    });
  });

  it("have the annotation of a role that exists", async () => {
    const { of, endpoint } = await made("a bucket with a role");
    expect(of("ServiceAccount", "qwen3-serve").metadata.annotations).toEqual({
      "eks.amazonaws.com/role-arn": "arn:aws:iam::111122223333:role/kv",
    });
    expect(endpoint).toMatch(/^s3:\/\/kv\/team\/kv\/[0-9a-f]{8}$/);
  });
});
