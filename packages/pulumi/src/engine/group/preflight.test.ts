import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { groupFolder } from "./scripts";

let folder: string;
const servers: Server[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "preflight-"));
  mkdirSync(join(folder, "torch"));
  writeFileSync(
    join(folder, "torch/__init__.py"),
    "import os\nclass cuda:\n    device_count = lambda: int(os.environ['TORCH_GPUS'])\n    get_device_name = lambda i: 'H100'\n",
  );
  writeFileSync(join(folder, "nvidia-smi"), '#!/bin/sh\nfor i in $DRIVER; do echo "GPU $i: H100 (UUID: x)"; done\n', {
    mode: 0o755,
  });
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

interface Run {
  rank?: number;
  leader?: string;
  options?: string[];
  /** What it is run under. */
  under?: string[];
  /** Of the supervisor. */
  words?: string[];
  ports?: [supervisor: number, master: number];
  env?: Record<string, string>;
}

/** Runs it as an init container does; gives back its lines by name, and the exit code. */
async function preflight({
  rank = 1,
  leader = "127.0.0.1",
  options = [],
  words: more = [],
  under = [],
  ports = [9, 9],
  env = {},
}: Run = {}) {
  const words = [
    "aphrodite",
    "serve",
    "m",
    "--nnodes",
    "2",
    "--node-rank",
    "1",
    "--headless",
    "--master-port",
    String(ports[1]),
  ];
  const own = ["--gpus", "0", "--shm-gib", "0", ...options];
  const [program = "", ...before] = [...under, "python3"];
  const child = spawn(
    program,
    [
      ...before,
      "-B",
      join(groupFolder, "preflight.py"),
      ...own,
      "--",
      "--port",
      String(ports[0]),
      ...more,
      "--",
      ...words,
    ],
    {
      env: {
        PATH: `${folder}:${process.env.PATH}`,
        PYTHONPATH: folder,
        LWS_GROUP_SIZE: "2",
        LWS_WORKER_INDEX: String(rank),
        LWS_LEADER_ADDRESS: leader,
        ...env,
      },
    },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (more) => (text += more));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const line = (name: string) =>
    text
      .split("\n")
      .find((one) => one.slice(6).startsWith(name))
      ?.replace(/ +/g, " ");
  return { code, text, line };
}

/** A server that answers each connection with a text. */
async function answering(text = ""): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => undefined).end(text));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

describe("before a start", () => {
  it("all is well where nothing listens yet", async () => {
    const { code, line, text } = await preflight();
    expect([code, text]).toEqual([0, expect.not.stringContaining("fail")]);
    expect(line("route")).toMatch(/^ok route 127.0.0.1 through lo, from 127.0.0.1, MTU \d+$/);
    expect(line("interface")).toBe("ok interface not given: NCCL and Gloo take lo");
    expect(line("supervisor")).toBe("ok supervisor 127.0.0.1:9 can be reached; nothing listens there yet");
    expect(line("clock")).toContain("rank 0 cannot be asked yet");
  });

  it("a leader without an address fails once it has been waited for", async () => {
    const { code, line } = await preflight({ leader: "no.such.invalid", options: ["--wait-seconds", "1"] });
    expect(code).toBe(1);
    expect(line("route")).toMatch(/^fail route no.such.invalid has no address: .* → see rank 0's pod/);
  });

  it("a command for another rank fails", async () => {
    const { code, line } = await preflight({ rank: 0 });
    expect([code, line("rank")]).toEqual([1, expect.stringContaining("--node-rank 1, but it is pod 0")]);
  });

  it("a pod stays for a while where a check fails, and only there", async () => {
    const ends = async (rank: number) => {
      const start = Date.now();
      const { code, text } = await preflight({ rank, words: ["--pause-seconds", "2"] });
      return [code, text.includes("stays 2 s"), Date.now() - start > 2000];
    };
    expect(await ends(0)).toEqual([1, true, true]);
    expect((await ends(1)).slice(0, 2)).toEqual([0, false]);
  });
});

describe("GPUs", () => {
  const seen = async (torch: string, driver: string, env = {}) =>
    (await preflight({ options: ["--gpus", "2"], env: { TORCH_GPUS: torch, DRIVER: driver, ...env } })).line("GPUs");

  it("are as many as PyTorch sees, by name", async () =>
    expect(await seen("2", "0 1")).toBe("ok GPUs 2 of 2 visible: 2 × H100"));
  it("are too few, or too many", async () => {
    expect(await seen("1", "0")).toContain("fail GPUs 1 of 2 visible: 1 × H100 → let the pod ask for 2 GPUs");
    expect(await seen("3", "0 1 2")).toContain("fail GPUs 3 of 2 visible");
  });
  it("are hidden from PyTorch", async () => {
    expect(await seen("0", "0 1")).toContain("PyTorch uses fewer than the driver's 2 → see the driver's version");
    expect(await seen("1", "0 1", { CUDA_VISIBLE_DEVICES: "0" })).toContain("→ see CUDA_VISIBLE_DEVICES");
  });
});

describe("the interface", () => {
  const seen = async (nccl: string, gloo = nccl) =>
    (await preflight({ env: { NCCL_SOCKET_IFNAME: nccl, GLOO_SOCKET_IFNAME: gloo } })).line("interface");

  it("has an address", async () => expect(await seen("lo")).toBe("ok interface lo has 127.0.0.1"));
  it("does not exist", async () =>
    expect(await seen("eth9")).toContain("fail interface eth9 does not exist here, or has no address → this pod has "));
  it("is not one", async () =>
    expect(await seen("lo", "eth1")).toBe(
      "fail interface NCCL_SOCKET_IFNAME=lo but GLOO_SOCKET_IFNAME=eth1 → give both the data plane's",
    ));
});

describe("the clock", () => {
  it.each([
    [0, "ok"],
    [-60, "warn"],
    [60, "warn"],
  ])("%i s from rank 0's is %s", async (apart, verdict) => {
    const port = await answering(`${JSON.stringify({ type: "clock", time: Date.now() / 1000 + apart })}\n`);
    const { line, code } = await preflight({ ports: [port, port] });
    expect([code, line("clock")]).toEqual([0, expect.stringMatching(`^${verdict} clock `)]);
    expect(line("master port")).toBe(`ok master port 127.0.0.1:${port} is open`);
  });
  it("cannot be asked of what is no supervisor", async () => {
    const port = await answering("HTTP/1.1 400\r\n");
    expect((await preflight({ ports: [port, port] })).line("clock")).toContain("cannot be asked");
  });
});

describe("locked memory", () => {
  const judged = (limit: string, mayLock: string) => {
    const script = `import preflight_node as node; node.limit_of = lambda *_: ${limit}; node.may_lock = lambda _: ${mayLock}; print(node.locked_memory().line())`;
    const env = { ...process.env, PYTHONPATH: groupFolder };
    return spawnSync("python3", ["-B", "-c", script], { encoding: "utf8", env }).stdout.trim().replace(/ +/g, " ");
  };
  // as the pods of an engine run, which are not root's
  const small = [
    "prlimit",
    "--memlock=65536",
    ...(process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-ipc_lock"] : []),
  ];

  it("is too little for adapters", async () => {
    const { code, line } = await preflight({ options: ["--rdma"], under: small });
    expect(code).toBe(0);
    expect(line("locked memory")).toMatch(
      /^warn locked memory at most 64 KiB, .*16 GiB or no limit wanted → .*LimitMEMLOCK=infinity/,
    );
  });
  it("is not looked at where nothing needs it", async () =>
    expect((await preflight({ under: small })).line("locked memory")).toBeUndefined());
  it.each([
    ["None", "False", "ok locked memory no limit"],
    ["16 << 30", "False", "ok locked memory at most 16 GiB"],
    ["1 << 30", "True", "ok locked memory at most 1 GiB, which IPC_LOCK lifts"],
  ])("of %s, with IPC_LOCK %s, is enough", (limit, mayLock, line) => expect(judged(limit, mayLock)).toBe(line));
});

describe("shared memory and open files", () => {
  it("are told with the numbers", async () => {
    const { code, line } = await preflight({ options: ["--shm-gib", "100000"] });
    expect(code).toBe(1);
    expect(line("shared memory")).toMatch(
      /^fail .* GiB free of \/dev\/shm, 100000 GiB needed → give the pod an emptyDir/,
    );
    expect(line("open files")).toMatch(
      /^(ok open files (no limit|\d+)|warn open files at most \d+, 1048576 wanted → .*)$/,
    );
  });
});
