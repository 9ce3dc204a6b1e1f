import { describe, expect, it } from "vitest";
import { made } from "./used";

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
