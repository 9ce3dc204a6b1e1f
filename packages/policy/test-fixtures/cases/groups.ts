import { unknownValue, type Value } from "../../src/view";
import { type Changes, engine, shm } from "../engine";
import { object, type Properties } from "../stack";
import type { Cases } from "./case";

const ranks = ["--nnodes", "$(LWS_GROUP_SIZE)", "--node-rank", "$(LWS_WORKER_INDEX)"];
const meeting = ["--master-addr", "$(LWS_LEADER_ADDRESS)", "--master-port", "29501"];
const parallel = ["-tp", "8", "-pp", "4", "--shutdown-timeout", "605"];
const common = [...parallel, ...ranks, ...meeting];
const template = (args: Value[], changes: Changes = {}): Value =>
  engine({ ...shm, gpus: "8", ...changes, args }).fields.at("spec", "template").rawValue;

/** A group of four pods of eight GPUs: the arguments of its leader, and of its workers. */
function group(leader: Value[] | Value, workers: Value[] | Value = [...common, "--headless"], more: Properties = {}) {
  const made = (given: Value[] | Value) => (Array.isArray(given) ? template(given) : given);
  return object("LeaderWorkerSet", "big", {
    replicas: 2,
    leaderWorkerTemplate: { size: 4, leaderTemplate: made(leader), workerTemplate: made(workers), ...more },
  });
}
const alike = (args: Value[]) => group(null, args);
const without = (args: string[], name: string) => args.filter((_, at) => args[at] !== name && args[at - 1] !== name);
const script = (text: string) => template([], { container: { command: ["sh", "-c"], args: [text] } });
const data = ["-dp", "8", "-tp", "4", "--data-parallel-size-local", "2", "--shutdown-timeout", "605"];
const address = ["--data-parallel-address", "$(LWS_LEADER_ADDRESS)"];

/** The rule of LeaderWorkerSets. */
export const groupCases: Record<string, Cases> = {
  "group-runs-one-engine": {
    pass: [
      { what: "four nodes", resources: [group(common)] },
      {
        what: "two nodes, whose numbers are plain",
        resources: [
          group([...parallel, ...meeting, "-n", "2"], [...parallel, ...meeting, "-n", "2", "-r", "1", "--headless"], {
            size: 2,
          }),
        ],
      },
      { what: "a worker of two", resources: [group(common, [...common, "--headless"], { size: 2 })] },
      { what: "other options of the API", resources: [group([...common, "--port", "8000"])] },
      {
        what: "the same in a script",
        resources: [
          group(
            script(`exec aphrodite serve m ${common.join(" ").replaceAll(/\$\((\w+)\)/g, "$$$1")}`),
            script(`exec aphrodite serve m ${common.join(" ").replaceAll(/\$\((\w+)\)/g, "$$$1")} --headless`),
          ),
        ],
      },
      {
        what: "data parallel ranks behind one leader",
        resources: [
          group([...data, ...address], [...data, ...address, "--data-parallel-start-rank", "2", "--headless"]),
        ],
      },
      {
        what: "data parallel ranks over nodes, each with its own API",
        resources: [
          alike([
            ...["-tp", "8", "-dp", "4", "--data-parallel-size-local", "1", "--shutdown-timeout", "605"],
            ...[...ranks, ...meeting, "--data-parallel-external-lb", "--data-parallel-rank", "$(LWS_WORKER_INDEX)"],
          ]),
        ],
      },
      {
        what: "data parallel ranks, each pod with its first one's number",
        resources: [group([...data, ...address], [...data, ...address, "--data-parallel-start-rank", "$(FIRST)"])],
      },
      {
        what: "data parallel ranks, each pod with its own API",
        resources: [alike([...data, ...address, "--data-parallel-hybrid-lb"])],
      },
      { what: "groups of one", resources: [group(null, ["--shutdown-timeout", "605"], { size: 1 })] },
      {
        what: "what Ray places",
        resources: [group([...parallel, "--distributed-executor-backend", "ray"], { spec: {} })],
      },
      { what: "another workload", resources: [engine({ args: common })] },
      {
        what: "a variable of the pod's own",
        resources: [
          group(
            template(common, { env: [{ name: "APHRODITE_HOST_IP", value: "a" }] }),
            template([...common, "--headless"], { env: [{ name: "APHRODITE_HOST_IP", value: "b" }] }),
          ),
        ],
      },
    ],
    fail: [
      {
        what: "fewer nodes than pods",
        resources: [group([...parallel, ...meeting, "--nnodes", "2"])],
        says: "--nnodes is 2, but each group has 4 pods (leaderWorkerTemplate.size). Use --nnodes 4, or size 2.",
      },
      { what: "no nodes", resources: [group([...parallel, ...meeting])], says: "--nnodes is 1, but each group has 4" },
      { what: "a headless leader", resources: [group([...common, "--headless"])], says: "the leader is --headless" },
      { what: "all headless", resources: [alike([...common, "--headless"])], says: "every pod is --headless" },
      { what: "workers with an API", resources: [group(common, common)], says: "workers start an API server" },
      { what: "all with an API", resources: [alike(common)], says: "every pod starts an API server" },
      {
        what: "a data parallel pod that is headless and has its own API",
        resources: [alike([...data, ...address, "--data-parallel-hybrid-lb", "--headless"])],
        says: "cannot be --headless",
      },
      {
        what: "a leader of another rank",
        resources: [group([...without(common, "--node-rank"), "--node-rank", "1"])],
        says: "the leader has --node-rank 1, but rank 0 answers requests. Use --node-rank 0.",
      },
      {
        what: "workers of one rank",
        resources: [group(common, [...without(common, "--node-rank"), "--node-rank", "1", "--headless"])],
        says: "all 3 pods of the workerTemplate have --node-rank 1, where each needs its own from 1 to 3",
      },
      {
        what: "a worker of the leader's rank",
        resources: [group(common, [...without(common, "--node-rank"), "--headless"], { size: 2 })],
        says: "the worker has --node-rank 0, where each needs its own from 1 to 1",
      },
      {
        what: "workers that look for the leader at home",
        resources: [group(common, [...without(common, "--master-addr"), "--headless"])],
        says: "look for rank 0 at 127.0.0.1. Use --master-addr $(LWS_LEADER_ADDRESS)",
      },
      {
        what: "another port",
        resources: [group(common, [...without(common, "--master-port"), "--master-port", "29502", "--headless"])],
        says: "--master-port is 29501 for the leader, but 29502 for the workers",
      },
      {
        what: "a leader at home",
        resources: [group(without(common, "--master-addr"))],
        says: "--master-addr is 127.0.0.1 for the leader, but $(LWS_LEADER_ADDRESS) for the workers",
      },
      {
        what: "another option",
        resources: [group([...common, "--max-model-len", "auto"])],
        says: "--max-model-len is auto for the leader, but not set for the workers",
      },
      {
        what: "another model",
        resources: [group(common, template([...common, "--headless"], { model: "other" }))],
        says: "model is Qwen/Qwen3-8B for the leader, but other for the workers",
      },
      {
        what: "another image",
        resources: [group(common, template([...common, "--headless"], { container: { image: "aphrodite:1" } }))],
        says: "but aphrodite:1 for the workers",
      },
      {
        what: "another interface",
        resources: [
          group(common, template([...common, "--headless"], { env: [{ name: "NCCL_SOCKET_IFNAME", value: "eth1" }] })),
        ],
        says: "NCCL_SOCKET_IFNAME is not set for the leader, but eth1 for the workers",
      },
      {
        what: "more data parallel ranks than there are",
        resources: [alike([...data, ...address, "--data-parallel-hybrid-lb", "-dp", "16"])],
        says: "4 pods have 8 data parallel ranks (--data-parallel-size-local), but --data-parallel-size is 16",
      },
    ],
    open: [
      {
        what: "a script that decides who is headless",
        resources: [
          group(
            null,
            script(`H=; [ $LWS_WORKER_INDEX = 0 ] || H=--headless; aphrodite serve m ${common.join(" ")} $H`),
          ),
        ],
        says: "has $H, which may be --",
      },
      {
        what: "a size that comes later",
        resources: [group(common, common, { size: unknownValue })],
        says: "spec.leaderWorkerTemplate.size is known only after deployment",
      },
      {
        what: "addresses that are not seen",
        resources: [group([...without(common, "--master-addr"), "--master-addr", "$(POD_IP)"])],
        says: "whether --master-addr is the same",
      },
    ],
  },
};
