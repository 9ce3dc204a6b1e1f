import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { freePort } from "../ports";
import { type Group, startGroup } from "../process/group";

const supervisor = resolve(__dirname, "../../../packages/pulumi/scripts/group/supervisor.py");
const fakeEngine = join(__dirname, "fake_engine.py");

/** What makes one rank unlike the others. */
export interface RankStart {
  rank: number;
  size?: number;
  /** Arguments of the supervisor. */
  options?: string[];
  env?: Record<string, string>;
  /** The engine's command; else that of the fake one, with what `words` adds. */
  command?: string[];
  words?: string[];
  /** An API of its own for a rank above 0. */
  api?: boolean;
  /** What the fake engine does. */
  fake?: { exit?: [seconds: number, code: number]; drain?: number; load?: number; crash?: number };
}

/** A supervisor, with the engine below it. */
export interface Rank extends Group {
  /** The processes below it that still run. */
  below(): number[];
  /** The exit code, and the seconds from this call until then. */
  gone(): Promise<{ code: number | null; seconds: number }>;
  /** Sends a signal to the supervisor alone. */
  signal(name: NodeJS.Signals): void;
  /** Ends it as a pod's processes end, of which it is the first: all at once. */
  killPod(): void;
  /** Stops or continues all its processes. */
  freeze(name: "SIGSTOP" | "SIGCONT"): void;
}

/** The ranks of one group on loopback; all that they start carries a mark, so that nothing outlives a test. */
export class Ranks {
  readonly mark = `${process.pid}-${Math.random().toString(36).slice(2)}`;

  private constructor(
    readonly port: number,
    readonly httpPort: number,
    readonly masterPort: number,
    readonly size: number,
  ) {}

  static async of(size: number): Promise<Ranks> {
    return new Ranks(await freePort(), await freePort(), await freePort(), size);
  }

  async start(how: RankStart): Promise<Rank> {
    const size = how.size ?? this.size;
    const words = [
      ...["--pipeline-parallel-size", String(size), "--nnodes", String(size), "--node-rank", String(how.rank)],
      ...["--master-port", String(this.masterPort)],
    ];
    const command = how.command ?? [
      ...["python3", fakeEngine, "serve", "tiny", "--port", String(this.httpPort), ...words],
      ...(how.api || how.rank === 0 ? [] : ["--headless"]),
      ...(how.words ?? []),
    ];
    const options = [
      "--port",
      String(this.port),
      "--lost-seconds",
      "2",
      "--start-seconds",
      "20",
      ...(how.options ?? []),
    ];
    const group = await startGroup("python3", ["-B", supervisor, ...options, "--", ...command], {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LWS_GROUP_SIZE: String(size),
      LWS_WORKER_INDEX: String(how.rank),
      LWS_LEADER_ADDRESS: "127.0.0.1",
      SONAR_TERMINATION_LOG: "/dev/null",
      TEST_MARK: this.mark,
      FAKE: JSON.stringify(how.fake ?? {}),
      ...how.env,
    });
    return {
      ...group,
      below: () => below(group.pid),
      gone: async () => {
        const start = Date.now();
        const { code } = await group.exited;
        return { code, seconds: (Date.now() - start) / 1000 };
      },
      signal: (name) => void process.kill(group.pid, name),
      killPod: () => signalAll([group.pid, ...below(group.pid)], "SIGKILL"),
      freeze: (name) => signalAll([group.pid, ...below(group.pid)], name),
    };
  }

  /** Rank after rank, the leader first. */
  async startAll(how: (rank: number) => Partial<RankStart> = () => ({})): Promise<Rank[]> {
    return Promise.all(Array.from({ length: this.size }, (_, rank) => this.start({ rank, ...how(rank) })));
  }

  /** Starts all, and waits until each engine runs and rank 0's serves. */
  async up(how?: (rank: number) => Partial<RankStart>): Promise<Rank[]> {
    const all = await this.startAll(how);
    for (const [rank, one] of all.entries()) await said(one, rank === 0 ? "engine serves" : 'engine {"pid"');
    return all;
  }

  /** Processes of this group that still run. */
  left(): number[] {
    return processes()
      .filter(({ pid }) => marked(pid, this.mark))
      .map(({ pid }) => pid);
  }

  kill(): void {
    signalAll(this.left(), "SIGKILL");
  }
}

function signalAll(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // it has ended
    }
  }
}

/** Waits until a rank has said something. */
export const said = (rank: Rank, text: string | RegExp, seconds = 15) =>
  expect.poll(() => rank.logs(), { timeout: seconds * 1000, interval: 20 }).toMatch(text);

function below(root: number): number[] {
  const all = processes();
  const found = [root];
  for (const one of found) found.push(...all.filter(({ parent }) => parent === one).map(({ pid }) => pid));
  return found.slice(1);
}

/** All that has not ended. */
function processes(): { pid: number; parent: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const [state, parent] = (read(`/proc/${pid}/stat`).split(") ").at(-1) ?? "").split(" ");
      return parent === undefined || state === "Z" || state === "X"
        ? []
        : [{ pid: Number(pid), parent: Number(parent) }];
    });
}

const marked = (pid: number, mark: string) => read(`/proc/${pid}/environ`).includes(`TEST_MARK=${mark}\0`);

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** What the fake engine of a rank was given. */
export const facts = (rank: Rank) =>
  JSON.parse(/engine (\{.*\})/.exec(rank.logs())?.[1] ?? "{}") as Record<string, string> & { argv: string[] };

/** All ranks are gone, within seconds and with one exit code; nothing is left of any engine. */
export async function allGone(group: Ranks, ranks: Rank[], seconds: number, code: number): Promise<void> {
  const ends = await Promise.all(ranks.map((one) => one.gone()));
  expect(ends.map((end, rank) => [rank, end.code, end.seconds < seconds])).toEqual(
    ranks.map((_, rank) => [rank, code, true]),
  );
  await expect.poll(() => group.left(), { timeout: 3000 }).toEqual([]);
}
