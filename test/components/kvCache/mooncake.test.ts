import { describe, expect, it } from "vitest";
import { manifests } from "../harness";
import { type Json, made, members } from "./used";

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
