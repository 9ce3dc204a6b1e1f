import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kubectl } from "../../host/kubectl";
import { inPod } from "../../scenario/exec";
import { probePod, reaches } from "../../scenario/probePod";
import { TestService } from "../../scenario/testService";

const minutes = 60_000;
const engine = "app.kubernetes.io/component=engine";
const gateway = "app.kubernetes.io/component=gateway";

/** Who comes through to whom, with NetworkPolicies enforced. */
describe("the network of a service", { timeout: 5 * minutes }, () => {
  let service: TestService;
  let monitoring: string;
  const address = async (selector: string): Promise<string> => {
    const where = ["--namespace", service.namespace, "--selector", selector];
    const { items } = await kubectl.get<{ items: { status: { podIP: string } }[] }>(["pods", ...where]);
    // the first is the one of number 0
    return items[0]?.status.podIP as string;
  };

  beforeAll(async () => {
    service = await TestService.start("network", {
      platform: { prometheusNamespace: `monitoring-${process.pid}` },
    });
    monitoring = `monitoring-${process.pid}`;
    await kubectl.run(["create", "namespace", monitoring]);
    await probePod(monitoring, "prometheus");
    await probePod(service.namespace, "stranger");
    await probePod(service.namespace, "as-gateway", {
      "app.kubernetes.io/instance": "chat",
      "app.kubernetes.io/component": "gateway",
    });
  }, 10 * minutes);

  it("lets Prometheus and what is the gateway reach an engine, and nobody else", async () => {
    const to = await address(engine);
    expect({
      gateway: await reaches(service.namespace, "as-gateway", to, 2242),
      prometheus: await reaches(monitoring, "prometheus", to, 2242),
      stranger: await reaches(service.namespace, "stranger", to, 2242),
    }).toEqual({ gateway: true, prometheus: true, stranger: false });
  });

  it("lets the gateway reach no other port of an engine", async () => {
    const listen = 'require("net").createServer().listen(2243); setTimeout(() => process.exit(), 60000)';
    await inPod(service.namespace, "chat-serve-0", "engine", `node -e '${listen}' >/dev/null 2>&1 &`);
    const to = await address(engine);
    await expect.poll(() => reaches(service.namespace, "chat-serve-0", to, 2243), { timeout: 20_000 }).toBe(true);
    expect(await reaches(service.namespace, "as-gateway", to, 2243)).toBe(false);
  });

  it("lets everybody reach the gateway's clients' port, and Prometheus alone its metrics", async () => {
    // the probe that poses as a gateway has the same labels
    const to = await address(`${gateway},pod-template-hash`);
    expect({
      stranger: await reaches(service.namespace, "stranger", to, 8080),
      strangerAtMetrics: await reaches(service.namespace, "stranger", to, 8404),
      prometheusAtMetrics: await reaches(monitoring, "prometheus", to, 8404),
    }).toEqual({ stranger: true, strangerAtMetrics: false, prometheusAtMetrics: true });
  });

  afterAll(async () => {
    await kubectl.run(["delete", "namespace", monitoring, "--ignore-not-found"]);
    await service.end();
  }, 10 * minutes);
});
