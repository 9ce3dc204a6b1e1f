import { freePort } from "../ports";
import { type Group, startGroup } from "../process/group";
import { mooncake } from "./available";

/** A program of the store. */
export interface Program extends Group {
  /** Stops or continues it where it stands. */
  freeze(name: "SIGSTOP" | "SIGCONT"): void;
  /** Kills it and resolves when it is gone. */
  end(): Promise<void>;
}

/** A Mooncake master with its metadata server, and store nodes, on loopback; the addresses outlive the programs, as those of Services do. */
export class Store {
  readonly programs: Program[] = [];

  private constructor(
    readonly rpcPort: number,
    readonly metadataPort: number,
    readonly metricsPort: number,
  ) {}

  static async of(): Promise<Store> {
    return new Store(await freePort(), await freePort(), await freePort());
  }

  /** Its two addresses, as an engine's configuration file has them. */
  get addresses() {
    return {
      metadata_server: `http://127.0.0.1:${this.metadataPort}/metadata`,
      master_server_address: `127.0.0.1:${this.rpcPort}`,
    };
  }

  /** Starts the master, which knows nothing yet, and waits until it serves. */
  async startMaster(flags: Readonly<Record<string, string | number>> = {}): Promise<Program> {
    const master = await this.start(mooncake().master, {
      rpc_address: "127.0.0.1",
      rpc_port: this.rpcPort,
      enable_http_metadata_server: "true",
      http_metadata_server_port: this.metadataPort,
      metrics_host: "127.0.0.1",
      metrics_port: this.metricsPort,
      ...flags,
    });
    await this.answers(master, `http://127.0.0.1:${this.metricsPort}/health`);
    return master;
  }

  /** Starts a store node, which lends memory, and waits until it serves. */
  async startNode(size: string, flags: Readonly<Record<string, string | number>> = {}): Promise<Program> {
    const { metadata_server, master_server_address } = this.addresses;
    const port = await freePort();
    const node = await this.start(mooncake().client, {
      ...{ host: "127.0.0.1", port: await freePort(), protocol: "tcp", global_segment_size: size },
      ...{ metadata_server, master_server_address, enable_http_server: "true", http_port: port },
      ...flags,
    });
    await this.answers(node, `http://127.0.0.1:${port}/health`);
    return node;
  }

  /** A number of the master's /metrics. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.metricsPort}/metrics`)).text();
    const found = new RegExp(`^${name} (\\S+)$`, "m").exec(text);
    if (!found) throw new Error(`the master has no metric ${name}`);
    return Number(found[1]);
  }

  /** Kills all of it. */
  async end(): Promise<void> {
    await Promise.all(this.programs.map((program) => program.end()));
  }

  private async start(command: string, flags: Readonly<Record<string, string | number>>): Promise<Program> {
    const words = Object.entries({ logtostderr: "true", ...flags }).map(([name, value]) => `--${name}=${value}`);
    const env = { ...process.env, MC_TCP_BIND_ADDRESS: "127.0.0.1" };
    const group = await startGroup(command, words, env);
    const program: Program = {
      ...group,
      freeze: (name) => void process.kill(group.pid, name),
      end: async () => {
        group.kill();
        await group.exited;
      },
    };
    this.programs.push(program);
    return program;
  }

  private async answers(program: Program, url: string): Promise<void> {
    let ended = false;
    void program.exited.then(() => {
      ended = true;
    });
    for (let times = 0; times < 300; times++) {
      const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
      if (answer?.status === 200) return;
      if (ended) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`${url} did not answer:\n${program.logs().slice(-3000)}`);
  }
}
