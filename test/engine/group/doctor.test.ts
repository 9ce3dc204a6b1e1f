import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allGone, type Rank, Ranks } from "./ranks";

const root = resolve(__dirname, "../../..");
const lws = "leaderworkerset.sigs.k8s.io";
const seconds = { timeout: 120_000 };

/** A kubectl that knows pods from a file, and runs what is executed in one beside its supervisor, on this machine. */
const kubectl = `#!/bin/sh
echo "$*" >> "$HERE/calls"
case "$*" in
  *"get pods"*) cat "$HERE/pods.json"; exit ;;
  *"get nodes"*) cat "$HERE/nodes.json"; exit ;;
  *logs*) cat "$HERE/$2.log"; exit ;;
esac
while [ "$1" != exec ]; do shift; done
pod=$2
while [ "$1" != --running ]; do shift; done
shift 2
pid=$(cat "$HERE/$pod.pid") || { echo "pod $pod not found" >&2; exit 1; }
exec env $(tr '\\0' '\\n' < /proc/$pid/environ | grep ^LWS_) python3 -B ${root}/packages/pulumi/scripts/group/preflight.py --running "$pid" "$@"
`;

let here: string;
let group: Ranks;
beforeEach(async () => {
  here = mkdtempSync(join(tmpdir(), "doctor-"));
  writeFileSync(join(here, "kubectl"), kubectl);
  chmodSync(join(here, "kubectl"), 0o755);
  group = await Ranks.of(2);
});
afterEach(() => {
  group.kill();
  rmSync(here, { recursive: true });
});

const podOf = (rank: number) => (rank === 0 ? "big-0" : `big-0-${rank}`);

interface More {
  /** Of the engine's container. */
  status?: object;
  preflight?: object;
  spec?: object;
  metadata?: object;
}

/** What the API would say of the pods of these ranks. */
function cluster(ranks: Rank[], change: (rank: number) => More = () => ({})) {
  const items = ranks.map((one, rank) => {
    writeFileSync(join(here, `${podOf(rank)}.pid`), String(one.pid));
    const labels = { [`${lws}/name`]: "big", [`${lws}/group-index`]: "0", [`${lws}/worker-index`]: String(rank) };
    const { status, preflight, spec, metadata } = change(rank);
    const containerStatuses = [{ name: "engine", imageID: "sha256:a", state: { running: {} }, ...status }];
    return {
      metadata: { name: podOf(rank), labels, annotations: { [`${lws}/size`]: "2" }, ...metadata },
      spec: { containers: [{ name: "engine" }], volumes: [{ name: "shm", emptyDir: { sizeLimit: "1Mi" } }], ...spec },
      status: { containerStatuses, initContainerStatuses: [{ name: "preflight", ...preflight }] },
    };
  });
  writeFileSync(join(here, "pods.json"), JSON.stringify({ items }));
}

async function doctor(...args: string[]) {
  const child = spawn(
    process.execPath,
    ["--conditions=sonar-source", "--import", "tsx", join(root, "packages/cli/src/main.ts"), "doctor", ...args],
    { cwd: root, env: { ...process.env, PATH: `${here}:${process.env.PATH}`, HERE: here } },
  );
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (more) => (text += more));
  const code = await new Promise((end) => child.on("close", end));
  return { code, text };
}

describe("sonar doctor", seconds, () => {
  it("prints a table of the ranks, and what they have in common", async () => {
    cluster(await group.up());
    const { code, text } = await doctor("chat", "--namespace", "ai", "--context", "prod");
    expect([code, text]).toEqual([0, expect.not.stringContaining("fail")]);
    expect(text).toMatch(
      /rank +pod +GPUs +shared memory +open files +rank +route +interface +supervisor +master port +clock +same as rank 0/,
    );
    expect(text).toMatch(/0 +big-0 +ok +ok +(ok|warn) +ok +ok +ok +ok +ok +ok +-\n/);
    expect(text).toMatch(/1 +big-0-1 +ok +ok +(ok|warn) +ok +ok +ok +ok +ok +ok +ok\n/);
    expect(text).toContain("all ranks, clocks: within 0.0");
    const [list, ...execs] = readFileSync(join(here, "calls"), "utf8").trim().split("\n");
    expect(list).toBe(
      "--context prod --namespace ai get pods --selector app.kubernetes.io/instance=chat --output json",
    );
    expect(execs[0]).toBe(
      "--context prod --namespace ai exec big-0 --container engine --stdin -- python3 /etc/sonar/preflight.py --running 1 --json --gpus 0 --shm-gib 0.0009765625",
    );
  });

  it("names what differs between ranks that run, and images that do", async () => {
    // the handshake would refuse these: two groups of which one rank each is looked at
    const other = await Ranks.of(2);
    const leaders = await group.up();
    const others = await other.up(() => ({ env: { NCCL_DEBUG: "INFO" } }));
    cluster([leaders[0] as Rank, others[1] as Rank], (rank) => ({ status: { imageID: `sha256:${rank}` } }));
    const { code, text } = await doctor("chat");
    other.kill();
    expect(code).toBe(1);
    expect(text).toContain("fail  rank 1, same as rank 0: another command: --port");
    expect(text).toContain("fail  all ranks, image: sha256:0 on 0; sha256:1 on 1");
  });

  it("says what a rank that is down said last, and what of rank 0 nothing listens to", async () => {
    const ranks = (await group.up()) as [Rank, Rank];
    const terminated = { message: "the engine of rank 1 has ended by itself with code -9" };
    cluster(ranks, (rank) => (rank === 1 ? { status: { state: { terminated } } } : {}));
    const { code, text } = await doctor("chat");
    expect(code).toBe(1);
    expect(text).toContain(`fail  rank 1, not running: ${terminated.message}`);
    ranks[1].killPod();
    await allGone(group, [ranks[0]], 5, 1);
    expect((await doctor("chat", "--json")).text).toContain("cannot be run in the pod");
  });

  it("says what a preflight found that has failed, or fails now", async () => {
    const ranks = [await group.start({ rank: 0 }), await group.start({ rank: 1 })];
    const status = { state: { waiting: { reason: "PodInitializing" } } };
    const line =
      "fail  GPUs           7 of 8 visible  → let the pod ask for 8 GPUs\nstays 30 s, so that this can be read\n";
    writeFileSync(join(here, "big-0-1.log"), line.replace("7", "6"));
    const terminated = { exitCode: 1, reason: "Error", message: line };
    cluster(ranks, (rank) => ({ status, preflight: { state: rank === 0 ? { terminated } : { running: {} } } }));
    const { code, text } = await doctor("chat");
    expect(code).toBe(1);
    expect(text).toContain("fail  rank 0, GPUs: 7 of 8 visible → let the pod ask for 8 GPUs");
    expect(text).toContain("fail  rank 1, GPUs: 6 of 8 visible → let the pod ask for 8 GPUs");
    writeFileSync(join(here, "big-0-1.log"), "");
    const message = "Traceback\n  File\nOSError: no";
    cluster(ranks, (rank) => ({
      status,
      preflight: { state: rank === 0 ? { terminated: { ...terminated, message } } : { running: {} } },
    }));
    const again = (await doctor("chat")).text;
    expect(again).toContain("fail  rank 0, preflight: it failed: OSError: no → see kubectl logs big-0");
    expect(again).toContain("fail  rank 1, not running: its preflight still runs → see kubectl logs big-0-1");
  });

  it("names a pod that is to end on a node that is lost", async () => {
    const ranks = await group.up();
    const metadata = { name: "big-0-1", deletionTimestamp: "2026-01-01T00:00:00Z" };
    cluster(ranks, (rank) => (rank === 1 ? { spec: { nodeName: "node-b" }, metadata } : {}));
    const node = { metadata: { name: "node-b" }, status: { conditions: [{ type: "Ready", status: "Unknown" }] } };
    writeFileSync(join(here, "nodes.json"), JSON.stringify({ items: [node] }));
    const { code, text } = await doctor("chat");
    expect(code).toBe(1);
    expect(text.replace(/\s+/g, " ")).toContain(
      "rank 1, not running: its node node-b is lost: the replica waits for this pod, which no kubelet ends → delete the Node node-b, or taint it: kubectl taint nodes node-b node.kubernetes.io/out-of-service=nodeshutdown:NoExecute",
    );
    expect(readFileSync(join(here, "calls"), "utf8")).not.toContain("exec big-0-1");
  });

  it("has nothing to look at", async () => {
    cluster([]);
    expect(await doctor("chat", "-n", "ai")).toEqual({
      code: 1,
      text: "error: chat has no engine of several pods in namespace ai: none of its pods is of a LeaderWorkerSet. Name the service, and its --namespace.\n",
    });
    rmSync(join(here, "pods.json"));
    expect((await doctor("chat")).text).toContain("error: kubectl cannot list the pods of chat: ");
  });
});
