import type * as pulumi from "@pulumi/pulumi";
import * as sonar from "@sonar-iac/pulumi";
import { describe, expect, it } from "vitest";
import { componentContract } from "./contract";
import { deploy, manifests, type Registration, refusal, unknown, value } from "./harness";
import { image, kvCacheArgsOf, kvCacheVariants, model } from "./kvCacheVariants";

const late = () => unknown() as pulumi.Output<string>;
const lateNames = [
  "storageClass",
  "claimName",
  "bucket",
  "secretName",
  "roleArn",
  "tlsSecretName",
  "image",
  "endpoint",
];

/** Every name in arguments that may be known only later, unknown. */
function lateIn(args: object, skip: string[] = []): object {
  const part = (key: string, given: unknown): unknown => {
    if (lateNames.includes(key) && !skip.includes(key)) return late();
    const inner = typeof given === "object" && given !== null && !Array.isArray(given);
    return inner ? lateIn(given, skip) : given;
  };
  return Object.fromEntries(Object.entries(args).map(([key, given]) => [key, part(key, given)]));
}

const later = ({ platform, backend, ...args }: sonar.ExternalKVCacheArgs) =>
  ({
    ...args,
    ...(args.image !== undefined && { image: late() }),
    platform: { ...platform, namespace: late(), prometheusNamespace: late() },
    // the address of an object store is plain, that of a server is a name
    backend: lateIn(backend, backend.kind === "object-store" ? ["endpoint"] : []),
  }) as sonar.ExternalKVCacheArgs;

describe.each(Object.entries(kvCacheVariants))("ExternalKVCache with %s", (_, variant) => {
  componentContract(
    "prefixes, and a service that uses them",
    (opts) => used(kvCacheArgsOf(variant), opts),
    (opts) => used(later(kvCacheArgsOf(variant)), opts),
  );
});

/** A cache, and a service that uses it as its entries want it. */
function used(args: sonar.ExternalKVCacheArgs, opts: pulumi.ComponentResourceOptions = {}) {
  const { platform, engine = {}, runAsUser } = args;
  const kvCache = new sonar.ExternalKVCache("prefixes", args, opts);
  const { blockSize, ...types } = engine;
  const devices = args.backend.kind === "mooncake" && args.backend.protocol === "rdma";
  new sonar.ReplicatedService(
    "qwen3",
    {
      platform: devices ? { ...platform, nodes: { ...platform.nodes, rdmaDevices: { "rdma/hca": 8 } } } : platform,
      image,
      model,
      replicas: 2,
      runAsUser,
      engine: { ...types, ...(blockSize !== undefined && { extraArgs: { "block-size": blockSize } }) },
      kvCache,
    },
    opts,
  );
  return kvCache;
}

/** Manifests as they are parsed. */
type Json = ReturnType<typeof JSON.parse>;

/** What a variant and its service register. */
async function made(variant: string) {
  const found = kvCacheVariants[variant];
  if (!found) throw new Error(`no variant "${variant}"`);
  let endpoint: Promise<string> | undefined;
  const recorded = await deploy(() => {
    endpoint = value(used(kvCacheArgsOf(found)).endpoint);
  });
  const all = (kind: string) => recorded.resources.filter(({ type }) => type.endsWith(`:${kind}`));
  const of = (kind: string, logical: string): Registration & Json => {
    const one = all(kind).find(({ name }) => name === logical);
    if (!one) throw new Error(`no ${kind} ${logical}`);
    const { spec, metadata, data } = JSON.parse(JSON.stringify(one.inputs));
    return Object.assign(one, { spec, metadata, data });
  };
  const names = (kind: string) => all(kind).map(({ name }) => name);
  const engine = () => of("StatefulSet", "qwen3-serve").spec.template;
  return { recorded, all, of, names, engine, endpoint: await endpoint };
}

const label = "sonar-iac/kv-cache";
const members = { podSelector: { matchLabels: { [label]: "prefixes" } } };

describe("Mooncake's store", () => {
  it("has one master, which is never there twice, behind a name that stays", async () => {
    const { of, endpoint } = await made("Mooncake, minimal");
    const { spec } = of("Deployment", "prefixes-master");
    expect([spec.replicas, spec.strategy]).toEqual([1, { type: "Recreate" }]);
    const [master] = spec.template.spec.containers;
    expect([master.command, master.args]).toEqual([
      ["mooncake_master"],
      expect.arrayContaining(["--rpc_port=50051", "--enable_http_metadata_server=true", "--logtostderr"]),
    ]);
    expect(master.livenessProbe.periodSeconds * master.livenessProbe.failureThreshold).toBeLessThanOrEqual(15);
    for (const probe of ["startupProbe", "readinessProbe", "livenessProbe"])
      expect(master[probe].httpGet).toEqual({ path: "/health", port: "metrics" });
    expect(of("Service", "prefixes-master").metadata.name).toBe("prefixes-master");
    expect(of("Service", "prefixes-master").spec.clusterIP).toBeUndefined();
    expect(endpoint).toBe("prefixes-master.default.svc.cluster.local:50051");
  });

  it("has store nodes that are told the master's name and their own address, with memory above what they lend", async () => {
    const { of } = await made("Mooncake, minimal");
    const [store] = of("StatefulSet", "prefixes-store").spec.template.spec.containers;
    expect(store.command).toEqual(["mooncake_client"]);
    expect(store.args).toEqual(
      expect.arrayContaining([
        "--host=$(SONAR_POD_ADDRESS)",
        "--master_server_address=prefixes-master.default.svc.cluster.local:50051",
        "--metadata_server=http://prefixes-master.default.svc.cluster.local:8080/metadata",
        `--global_segment_size=${64 * 1024} MB`,
      ]),
    );
    expect(store.env).toContainEqual({
      name: "SONAR_POD_ADDRESS",
      valueFrom: { fieldRef: { fieldPath: "status.podIP" } },
    });
    expect(Number.parseInt(store.resources.limits.memory, 10)).toBeGreaterThan(64);
    expect(of("StatefulSet", "prefixes-store").options.dependsOn).toContain(of("Deployment", "prefixes-master").urn);
  });

  it("runs as an ordinary user, without rights, on a root that is read only", async () => {
    const { recorded } = await made("Mooncake with everything");
    const pods = (manifests(recorded) as Json[])
      .filter(({ metadata }) => /^prefixes-(master|store)$/.test(metadata?.name ?? ""))
      .flatMap(({ spec }) => spec?.template?.spec ?? []);
    expect(pods).toHaveLength(2);
    for (const { securityContext, automountServiceAccountToken, containers, imagePullSecrets } of pods) {
      expect(securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 2000,
        seccompProfile: { type: "RuntimeDefault" },
      });
      expect(automountServiceAccountToken).toBe(false);
      expect(imagePullSecrets).toEqual([{ name: "registry" }]);
      for (const container of containers)
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ["ALL"] },
        });
    }
  });

  it("lets in only its own pods and engines that use it, and Prometheus at metrics, since it asks for no key", async () => {
    const { of } = await made("Mooncake, minimal");
    const [toMaster, metrics] = of("NetworkPolicy", "prefixes-master").spec.ingress;
    expect(toMaster).toEqual({
      from: [members],
      ports: [
        { protocol: "TCP", port: 50_051 },
        { protocol: "TCP", port: 8080 },
      ],
    });
    expect(metrics.ports).toEqual([{ protocol: "TCP", port: 9003 }]);
    const [toStores] = of("NetworkPolicy", "prefixes-store").spec.ingress;
    expect(toStores.from).toEqual([members]);
    expect(toStores.ports).toContainEqual({ protocol: "TCP", port: 15_000, endPort: 17_000 });
  });

  it("takes claims, adapters, ports, a user, overrides", async () => {
    const { of, engine } = await made("Mooncake with everything");
    const { spec } = of("StatefulSet", "prefixes-store");
    // the second tier is read over whatever port the kernel gives
    expect(of("NetworkPolicy", "prefixes-store").spec.ingress[0].ports).toEqual([
      { protocol: "TCP", port: 1, endPort: 65_535 },
    ]);
    expect(engine().spec.containers[0].resources.limits["rdma/hca"]).toBe("1");
    expect(spec.volumeClaimTemplates[0].spec).toMatchObject({
      accessModes: ["ReadWriteOnce"],
      storageClassName: "nvme",
      resources: { requests: { storage: "1000Gi" } },
    });
    const { containers, nodeSelector } = spec.template.spec;
    expect(nodeSelector).toEqual({ pool: "memory" });
    expect(containers[0].resources.limits["rdma/hca"]).toBe("2");
    expect(containers[0].volumeMounts).toContainEqual({ name: "ssd", mountPath: "/ssd" });
    expect(of("Deployment", "prefixes-master").spec.template.spec).toMatchObject({
      priorityClassName: "cache",
      containers: [{ imagePullPolicy: "Always" }],
    });
    expect(of("Service", "prefixes-master").spec.ports.map(({ port }: Json) => port)).toEqual([50_061, 8081, 9103]);
  });

  it("opens ports between engines only where they lend the memory", async () => {
    const embedded = await made("Mooncake in the engines' memory");
    expect(embedded.names("StatefulSet")).toEqual(["qwen3-serve"]);
    const rules = embedded.of("NetworkPolicy", "qwen3-serve").spec.ingress;
    expect(rules).toContainEqual({
      from: [members],
      ports: [
        { protocol: "TCP", port: 12_300, endPort: 14_300 },
        { protocol: "TCP", port: 15_000, endPort: 17_000 },
      ],
    });
    const standalone = await made("Mooncake, minimal");
    expect(standalone.of("NetworkPolicy", "qwen3-serve").spec.ingress).toHaveLength(1);
  });

  it("makes no policies where the platform wants none", async () => {
    const { all, endpoint } = await made("Mooncake on a platform without policies");
    expect([all("NetworkPolicy"), endpoint]).toEqual([[], "prefixes-master.default.svc.corp.local:50051"]);
  });
});

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

describe("a claim", () => {
  it("is cleaned by a job that is never there twice, with the user who writes it", async () => {
    const { of } = await made("a new claim");
    const { schedule, concurrencyPolicy, jobTemplate } = of("CronJob", "prefixes-cleaning").spec;
    expect([schedule, concurrencyPolicy]).toEqual([expect.stringMatching(/ \* \* \* \*$/), "Forbid"]);
    const { spec } = jobTemplate.spec.template;
    expect(spec.securityContext.runAsUser).toBe(1000);
    expect(spec.containers[0]).toMatchObject({
      image: "docker.io/library/python:3.13-slim",
      command: ["python3", "/etc/sonar/clean.py"],
      args: ["/kv-cache", "168", "1000"],
    });
    expect(of("PersistentVolumeClaim", "prefixes").spec).toEqual({
      accessModes: ["ReadWriteMany"],
      resources: { requests: { storage: "1250Gi" } },
    });
  });

  it("takes a class, a size, an image, overrides", async () => {
    const { of } = await made("a new claim of a class");
    expect(of("PersistentVolumeClaim", "prefixes").spec).toMatchObject({
      storageClassName: "efs",
      resources: { requests: { storage: "2000Gi" } },
    });
    const [container] = of("CronJob", "prefixes-cleaning").spec.jobTemplate.spec.template.spec.containers;
    expect([container.image, container.args[1], container.resources.limits]).toEqual([
      "registry.example.com/python:3",
      "24",
      { memory: "2Gi" },
    ]);
  });

  it("that exists may hold other things: only the cache's folder is cleaned, and none is made", async () => {
    const { of, all, endpoint } = await made("a claim that exists");
    expect(all("PersistentVolumeClaim")).toEqual([]);
    const { spec } = of("CronJob", "prefixes-cleaning").spec.jobTemplate.spec.template;
    expect(spec.containers[0].args[0]).toMatch(/^\/kv-cache\/[0-9a-f]{8}$/);
    expect(spec.volumes).toContainEqual({ name: "kv-cache", persistentVolumeClaim: { claimName: "shared" } });
    expect(endpoint).toBe("shared");
  });
});

describe("Valkey", () => {
  it("evicts, has no disk, and knows one user", async () => {
    const { of } = await made("Valkey with TLS");
    const text = of("ConfigMap", "prefixes-server-config").data["valkey.conf"];
    for (const line of ["maxmemory-policy allkeys-lru", 'save ""', "appendonly no", "port 0", "tls-port 6379"])
      expect(text.split("\n")).toContain(line);
    const [server] = of("Deployment", "prefixes-server").spec.template.spec.containers;
    expect(server.env).toContainEqual({
      name: "VALKEY_PASSWORD",
      valueFrom: {
        secretKeyRef: { name: expect.stringMatching(/^prefixes-server-password-/), key: "password" },
      },
    });
    expect(of("NetworkPolicy", "prefixes-server").spec.ingress).toEqual([
      { from: [members], ports: [{ protocol: "TCP", port: 6379 }] },
    ]);
  });

  it("is reached with a password that stands in no manifest, and trusted by its authority", async () => {
    const { engine } = await made("Valkey with TLS");
    const [container] = engine().spec.containers;
    expect(container.env.filter(({ name }: Json) => name === "LMCACHE_REMOTE_URL")).toEqual([
      {
        name: "LMCACHE_REMOTE_URL",
        value: "rediss://kv-cache:$(SONAR_KV_CACHE_PASSWORD)@prefixes-server.default.svc.cluster.local:6379",
      },
    ]);
    const names = container.env.map(({ name }: Json) => name);
    expect(names.indexOf("SONAR_KV_CACHE_PASSWORD")).toBeLessThan(names.indexOf("LMCACHE_REMOTE_URL"));
    expect(container.env).toContainEqual({ name: "SSL_CERT_FILE", value: "/etc/sonar-kv-cache-ca/ca.crt" });
    expect(container.env).toContainEqual({ name: "PYTHONHASHSEED", value: expect.stringMatching(/^\d+$/) });
  });

  it("takes what is given: a password, an image, no TLS", async () => {
    const { of, all, engine } = await made("Valkey with a password that exists");
    expect(all("RandomPassword").filter(({ name }) => name.startsWith("prefixes"))).toEqual([]);
    expect(of("Deployment", "prefixes-server").spec.template.spec.containers[0].image).toBe(
      "registry.example.com/valkey:8",
    );
    expect(JSON.stringify(engine())).toContain("redis://kv-cache:");
  });
});

describe("a cache that cannot be had", () => {
  const platform = sonar.kubernetes({ nodes: { gpusPerNode: 8 } });
  const cacheOf = (args: object) =>
    refusal(() => void new sonar.ExternalKVCache("prefixes", { platform, model, ...args } as never));
  const objects = { kind: "object-store", cpuGiB: 8, region: "us-east-1" };

  it.each<[string, object, string]>([
    [
      "no image",
      { backend: { kind: "mooncake", memoryGiB: 8 } },
      "image  is missing. Give an image with mooncake_master",
    ],
    [
      "a class without claims",
      { image, backend: { kind: "mooncake", memoryGiB: 8, storageClass: "gp3" } },
      "backend.storageClass  is for the claims of a second tier, and there is none.",
    ],
    ["no bucket", { backend: objects }, "backend.bucket  is missing. Either name a bucket that exists, or use eks("],
    [
      "no access",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner" } },
      "backend.access  is missing. Either keys",
    ],
    [
      "no expiry",
      { backend: { ...objects, bucket: "kv", access: { kind: "secret", secretName: "s" } } },
      "backend.expiry  nothing in the engine removes objects, and a rule of ours would take the place of all rules",
    ],
    [
      "an agent that is not there",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner", access: { kind: "pod-identity" } } },
      "backend.access.kind  is for eks({ … }).",
    ],
    [
      "a role that is none",
      { backend: { ...objects, bucket: "kv", expiry: "by-owner", access: { kind: "irsa", roleArn: "kv" } } },
      "backend.access.roleArn  must be the ARN of a role",
    ],
    [
      "a claim that is given and made",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100, claimName: "a", storageClass: "efs" } },
      "backend.storageClass  is for a new claim, and backend.claimName names one that exists.",
    ],
    [
      "a claim without room",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100, sizeGiB: 100 } },
      "backend.sizeGiB  100 GiB leave no room for what is written between two cleanings",
    ],
    [
      "no certificate",
      { backend: { kind: "lmcache", imageHasLMCacheFork: true, server: { kind: "valkey", memoryGiB: 8 } } },
      "backend.server.tlsSecretName  is missing.",
    ],
    [
      "changes to pods that are not there",
      { backend: { kind: "cpu", cpuGiB: 8 }, overrides: { master: {} } },
      'overrides.master  changes pods that a cache of kind "cpu" does not have',
    ],
    ["a misspelled name", { backend: { ...objects, buckets: "kv" } }, 'Did you mean "bucket"?'],
    [
      "an unknown override",
      { backend: { kind: "cpu", cpuGiB: 8 }, overrides: { masters: {} } },
      'Did you mean "master"?',
    ],
    ["no platform", { platform: undefined, backend: { kind: "cpu", cpuGiB: 8 } }, "platform  is missing."],
    ["no backend", {}, "backend  must"],
  ])("is refused: %s", async (_, args, expected) => expect(await cacheOf(args)).toContain(expected));

  const attached = (args: object, service: object) =>
    refusal(() => {
      const kvCache = new sonar.ExternalKVCache("prefixes", { platform, model, ...args } as never);
      new sonar.ReplicatedService("qwen3", { platform, image, model, kvCache, ...service } as never);
    });
  const memory = { backend: { kind: "cpu", cpuGiB: 8 } };

  it.each<[string, object, object, string]>([
    [
      "another namespace",
      memory,
      { platform: sonar.kubernetes({ namespace: "other", nodes: {} }) },
      'kvCache  the cache "prefixes" is in the namespace "default", but the service in "other"',
    ],
    [
      "another user",
      { backend: { kind: "filesystem", cpuGiB: 8, maxGiB: 100 } },
      { runAsUser: 2000 },
      'kvCache  the cache "prefixes" is cleaned by the user 1000, but these engines write as 2000.',
    ],
    ["another model", memory, { model: { source: "Qwen/Qwen3-4B" } }, "Qwen/Qwen3-4B"],
    ["no component", memory, { kvCache: { backend: { kind: "cpu" } } }, "kvCache  must be an ExternalKVCache"],
  ])("is no cache of a service: %s", async (_, args, service, expected) =>
    expect(await attached(args, service)).toContain(expected),
  );
});
