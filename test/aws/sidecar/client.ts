import type { Call, Values } from "../double/definition";
import type { Entry } from "../double/live";

/** What is wrong with a request, and who says so: botocore's own validation, or the rest of the service model. */
export interface Problem {
  from: "botocore" | "model";
  message: string;
}

/** moto's answer to a request. */
export interface Answer {
  result?: Values;
  error?: { code: string; message: string };
}

/** Name of the variable with the sidecar's address, for the provider's processes. */
export const ADDRESS = "SONAR_AWS_DOUBLE";

/** What botocore and moto say, and what the double has made. */
export class Sidecar {
  constructor(readonly address: string) {}

  /** @throws Error when no test has started one. */
  static fromEnvironment(env: NodeJS.ProcessEnv = process.env): Sidecar {
    const address = env[ADDRESS];
    if (!address) throw new Error(`The double of the AWS provider needs ${ADDRESS}; start it with test/aws/sidecar.`);
    return new Sidecar(address);
  }

  private async post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.address}${path}`, { method: "POST", body: JSON.stringify(body) });
    const answer = (await response.json()) as T & { fault?: string };
    if (answer.fault) throw new Error(`The double of AWS failed: ${answer.fault} (${path} ${JSON.stringify(body)})`);
    return answer;
  }

  async check(call: Call): Promise<Problem[]> {
    return (await this.post<{ problems: Problem[] }>("/check", call)).problems;
  }

  call(call: Call): Promise<Answer> {
    return this.post("/call", call);
  }

  async entries(): Promise<Entry[]> {
    return (await this.post<{ entries: Entry[] }>("/live", {})).entries;
  }

  async add(entry: Entry): Promise<void> {
    await this.post("/live", { entry });
  }

  async remove(key: string): Promise<void> {
    await this.post("/live", { remove: key });
  }
}
