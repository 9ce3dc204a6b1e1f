import { afterAll, beforeAll, describe, it } from "vitest";
import { until } from "../../host/command";
import { kubectl } from "../../host/kubectl";
import { type Controller, startController } from "../../leaderWorkerSet/controller";
import { TestService } from "../../scenario/testService";

const minutes = 60_000;

/** Manifests as they are parsed. */
type Json = ReturnType<typeof JSON.parse>;

/** One engine of two pods, and what its ranks say when one of them is not what it should be. */
describe("a group with a wrong rank", { timeout: 5 * minutes }, () => {
  let controller: Controller;
  let service: TestService;
  beforeAll(async () => {
    controller = await startController();
    service = await TestService.start("wrong-ranks", { kind: "multi-node", engine: "real", args: { replicas: 1 } });
  }, 10 * minutes);
  afterAll(async () => controller?.stop(), minutes);

  const within = () => ["--namespace", service.namespace];

  /** A copy of the set whose workers are another, and what a rank of it says at last. */
  async function says(name: string, rank: 0 | 1, wrong: (worker: Json, leader: Json) => void, text: RegExp) {
    const [set] = (await kubectl.get<{ items: Json[] }>(["leaderworkersets", ...within()])).items;
    const { leaderTemplate, workerTemplate } = set.spec.leaderWorkerTemplate;
    // a group that never starts says so soon
    for (const { spec } of [leaderTemplate, workerTemplate])
      for (const container of [...spec.containers, ...spec.initContainers])
        container.args = replaced(container.args, "--start-seconds", "45");
    wrong(workerTemplate.spec, leaderTemplate.spec);
    const copy = {
      ...set,
      metadata: { name, namespace: service.namespace, labels: set.metadata.labels },
      status: undefined,
    };
    const pod = rank === 0 ? `${name}-0` : `${name}-0-1`;
    await kubectl.apply([copy]);
    let said = "";
    try {
      await until(`${text} in the log of ${pod}`, 120, async () => {
        const all = ["logs", pod, ...within(), "--all-containers", "--tail", "50"];
        said = await kubectl.run(all).catch((error) => String(error));
        return text.test(said);
      });
    } catch (error) {
      throw new Error(`${error}\n${said}`);
    } finally {
      await kubectl.run(["delete", "leaderworkerset", name, ...within(), "--wait=false"]);
    }
  }

  const engine = (spec: Json) => spec.containers.find((one: Json) => one.name === "engine");
  const change = (spec: Json, option: string, value: string) => {
    for (const container of [engine(spec), ...spec.initContainers])
      container.args = replaced(container.args, option, value);
  };

  it("names the rank that is missing", () =>
    says(
      "missing",
      0,
      (worker) => Object.assign(worker, { nodeSelector: { nowhere: "yes" } }),
      /rank 1 of 2 did not come within/,
    ));

  it("names what is wrong with --nnodes", () =>
    says("nnodes", 1, (worker) => change(worker, "--nnodes", "3"), /--nnodes 3, but its group has 2 pods/));

  it("names a rank that is there twice", () =>
    says("twice", 1, (worker) => change(worker, "--node-rank", "0"), /node-rank/));

  it("names the word in which a command differs", () =>
    says("words", 1, (worker) => change(worker, "--max-model-len", "1024"), /another command: --max-model-len "1024"/));

  it("ends with its service", () => service.end());
});

/** A command with another value of an option. */
const replaced = (args: string[], option: string, value: string) =>
  args.map((word, at) => (args[at - 1] === option ? value : word));
