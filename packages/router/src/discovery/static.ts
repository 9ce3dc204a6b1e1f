import type { StaticDiscovery, StaticEngine } from "../config/config";
import type { EngineAddress, Role } from "../engines/engine";
import type { Discovery, EnginesListener } from "./discovery";

/** The engines of a configuration. */
export function staticEngines({ prefill, decode }: StaticDiscovery): EngineAddress[] {
  return [...prefill.map((engine) => address("prefill", engine)), ...decode.map((engine) => address("decode", engine))];
}

function address(role: Role, { url, compatibility = "", draining = false }: StaticEngine): EngineAddress {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  return {
    key: `${role} ${url} ${compatibility}`,
    role,
    host,
    port: Number(port || 80),
    compatibility,
    serving: !draining,
  };
}

/** Engines by name. `read` gives the configuration as it is now; what is wrong in it leaves the engines as they are. */
export class StaticEngines implements Discovery {
  constructor(
    private readonly read: () => StaticDiscovery,
    private readonly listener: EnginesListener,
    private readonly failed: (error: unknown) => void,
  ) {}

  async start(): Promise<void> {
    this.listener(staticEngines(this.read()));
  }

  reload(): void {
    try {
      this.listener(staticEngines(this.read()));
    } catch (error) {
      this.failed(error);
    }
  }

  stop(): void {}
}
