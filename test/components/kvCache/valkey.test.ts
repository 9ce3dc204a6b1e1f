import { describe, expect, it } from "vitest";
import { type Json, made, members } from "./used";

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
