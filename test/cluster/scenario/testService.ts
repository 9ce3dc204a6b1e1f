import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../host/command";
import { kubectl } from "../host/kubectl";
import { source } from "../host/paths";
import { type Result, Stack } from "../pulumi/pulumi";
import { gatewayAddress } from "./client";
import { Load, type Tally } from "./load";
import { record } from "./report";
import { merge, type ServiceOptions, serviceConfig } from "./service";
import { full, notFull } from "./workloads";

/** A service on the cluster, made by the real CLI from the program `service`, in a namespace of its own. */
export class TestService {
  address = "";
  keys: Record<string, string> = {};
  /** Client whose key the load uses. */
  client = "default";
  private readonly stack: Stack;

  private constructor(
    readonly namespace: string,
    private options: ServiceOptions,
  ) {
    this.stack = new Stack(join(source, "programs", "service"), namespace);
  }

  /**
   * Deploys one.
   *
   * @param label what the test is about; two runs at a time do not meet
   */
  static async start(label: string, options: ServiceOptions = {}): Promise<TestService> {
    const namespace = `${label}-${process.pid}`;
    const service = new TestService(namespace, options);
    await service.stack.init(service.config);
    try {
      await service.stack.up();
      service.address = await gatewayAddress(namespace, "chat");
      await service.readKeys();
      return service;
    } catch (error) {
      await service.end();
      throw error;
    }
  }

  async readKeys(): Promise<void> {
    this.keys = (await this.stack.outputs<{ apiKeys: Record<string, string> }>()).apiKeys;
  }

  /** Lays arguments over those it has, and deploys. */
  async change(args: object): Promise<Result> {
    this.options = { ...this.options, args: merge(this.options.args ?? {}, args) };
    await this.stack.configure(this.config);
    return this.up();
  }

  private get config() {
    return serviceConfig(this.namespace, this.options);
  }

  up = (flags: string[] = []) => this.stack.up(flags);
  preview = (flags: string[] = []) => this.stack.preview(flags);
  refresh = () => this.stack.refresh();

  /**
   * A planned change under load; it is over when `pulumi up` says so, and the service must be whole then.
   *
   * @param drainSeconds how long what is not needed any more may take to go
   */
  planned(scenario: string, change: () => Promise<unknown>, drainSeconds = 10): Promise<Tally> {
    return this.underLoad(scenario, async (start) => {
      await change();
      const seconds = (Date.now() - start) / 1000;
      await full(this.namespace, Date.now(), drainSeconds);
      return seconds;
    });
  }

  /** A change under load that leaves the service in part. */
  during(scenario: string, change: () => Promise<unknown>): Promise<Tally> {
    return this.underLoad(scenario, async (start) => {
      await change();
      return (Date.now() - start) / 1000;
    });
  }

  /** A fault under load, until the service is whole again. */
  fault(scenario: string, cause: () => Promise<unknown>, limitSeconds = 600): Promise<Tally> {
    return this.underLoad(scenario, async (start) => {
      // a drain ends when new pods are there already
      await Promise.all([cause(), notFull(this.namespace, 60)]);
      return full(this.namespace, start, limitSeconds);
    });
  }

  private async underLoad(scenario: string, event: (start: number) => Promise<number>): Promise<Tally> {
    // two real engines that start and one that answers share two processors
    const pause = this.options.engine === "real" ? 300 : 50;
    const load = new Load({
      address: this.address,
      key: () => this.keys[this.client] as string,
      pause,
      prompt: this.options.prompt,
    });
    try {
      await sleep(3000);
      const recoverSeconds = await event(Date.now());
      await sleep(3000);
      const tally = await load.stop();
      record({ scenario, tally, recoverSeconds });
      return tally;
    } finally {
      await load.stop();
    }
  }

  /** Destroys it. @throws Error when anything of it is left. */
  async end(): Promise<void> {
    await this.stack.destroy();
    this.stack.remove();
    const { items } = await kubectl.get<{ items: { metadata: { name: string } }[] }>(["namespaces"]);
    if (items.some(({ metadata }) => metadata.name === this.namespace))
      throw new Error(`${this.namespace} is left after pulumi destroy`);
    // volumes go a moment after their claims
    await until(`the end of the volumes of ${this.namespace}`, 60, async () => (await this.volumes()) === 0);
  }

  private async volumes(): Promise<number> {
    const { items } = await kubectl.get<{ items: { spec: { claimRef?: { namespace: string } } }[] }>([
      "persistentvolumes",
    ]);
    return items.filter(({ spec }) => spec.claimRef?.namespace === this.namespace).length;
  }
}
