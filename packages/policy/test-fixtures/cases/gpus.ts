import { unknownValue } from "../../src/view";
import { engine, shm } from "../engine";
import { object } from "../stack";
import type { Cases } from "./case";

const two = { ...shm, gpus: "2", args: ["--tensor-parallel-size", "2", "--shutdown-timeout", "605"] };
/** Two data parallel ranks of two stages each, every stage a node of eight GPUs. */
const fourNodes = ["-tp", "8", "-pp", "2", "-dp", "2", "--nnodes", "4", "--data-parallel-size-local", "1"];

/** Rules of an engine's GPUs and of what its pod takes of a node. */
export const gpuCases: Record<string, Cases> = {
  "gpu-requests-equal-limits": {
    pass: [
      { what: "limits alone", resources: [engine({ container: { resources: { limits: { "nvidia.com/gpu": 1 } } } })] },
    ],
    fail: [
      {
        what: "another number",
        resources: [
          engine({ container: { resources: { limits: { "nvidia.com/gpu": 2 }, requests: { "nvidia.com/gpu": 1 } } } }),
        ],
        says: "Set both to 2",
      },
      {
        what: "no limit",
        resources: [engine({ container: { resources: { requests: { "nvidia.com/gpu": 1 } } } })],
        says: "has no limit",
      },
    ],
  },
  "gpus-fit-node": {
    pass: [
      { what: "as many as ranks", resources: [engine(two)] },
      {
        what: "half of a node",
        resources: [
          engine({ ...two, pod: { ...shm.pod, nodeSelector: { "node.kubernetes.io/instance-type": "g6e.12xlarge" } } }),
        ],
      },
      {
        what: "ranks over two nodes",
        resources: [engine({ ...shm, gpus: "8", args: ["-tp", "8", "-pp", "2", "--nnodes", "2"] })],
      },
      { what: "data parallel ranks of two nodes each", resources: [engine({ ...shm, gpus: "8", args: fourNodes })] },
      {
        what: "data parallel ranks, two of which share a node",
        resources: [
          engine({ ...shm, gpus: "8", args: ["-tp", "4", "-dp", "4", "-n", "2", "--data-parallel-size-local", "2"] }),
        ],
      },
      {
        what: "memory of a GPU, which is no GPU",
        resources: [
          engine({ container: { resources: { limits: { "nvidia.com/gpu": 1, "nvidia.com/gpumem": 20000 } } } }),
        ],
      },
      {
        what: "one rank of data parallel that a variable names",
        resources: [engine({ args: ["-dp", "4", "--data-parallel-rank", "$(RANK)"] })],
      },
      { what: "one rank of data parallel", resources: [engine({ args: ["-dp", "4", "--data-parallel-rank", "1"] })] },
    ],
    fail: [
      {
        what: "fewer than ranks",
        resources: [engine({ ...two, gpus: "1" })],
        says: "runs 2 ranks in this pod (parallel sizes), but the container asks for 1",
      },
      {
        what: "as many as a data parallel rank, which lies on two nodes",
        resources: [engine({ ...shm, gpus: "16", args: fourNodes })],
        says: "runs 8 ranks in this pod (parallel sizes), but the container asks for 16 GPUs",
      },
      {
        what: "ranks that nodes cannot share",
        resources: [engine({ ...shm, gpus: "8", args: ["-tp", "8", "-pp", "2", "--nnodes", "3"] })],
        says: "16 ranks (parallel sizes) cannot be spread evenly over 3 nodes (--nnodes)",
      },
      {
        what: "a group whose pods have too few",
        resources: [
          object("LeaderWorkerSet", "big", {
            leaderWorkerTemplate: {
              size: 2,
              workerTemplate: engine({
                gpus: "4",
                args: ["-tp", "8", "-pp", "2", "--nnodes", "$(LWS_GROUP_SIZE)"],
              }).fields.at("spec", "template").rawValue,
            },
          }),
        ],
        says: "the engine runs 8 ranks in this pod (parallel sizes), but the container asks for 4 GPUs",
      },
      {
        what: "more than the node has",
        resources: [
          engine({
            pod: { nodeSelector: { "node.kubernetes.io/instance-type": "g6.2xlarge" }, ...shm.pod },
            gpus: "2",
            args: two.args,
            container: shm.container,
          }),
        ],
        says: "a g6.2xlarge node has 1",
      },
      {
        what: "a type that is none",
        resources: [engine({ pod: { nodeSelector: { "node.kubernetes.io/instance-type": "p5.48xlrge" } } })],
        says: "Did you mean p5.48xlarge",
      },
    ],
    open: [
      {
        what: "ranks that Ray places",
        resources: [
          engine({ ...shm, gpus: "8", args: ["-tp", "8", "-pp", "2", "--distributed-executor-backend", "ray"] }),
        ],
        says: "Ray places the ranks",
      },
      {
        what: "claimed devices",
        resources: [engine({ ...two, container: { ...shm.container, resources: { claims: [{ name: "gpus" }] } } })],
        says: "resources.claims asks for devices",
      },
      {
        what: "a number of GPUs that comes later",
        resources: [engine({ gpus: unknownValue })],
        says: "nvidia.com/gpu",
      },
    ],
  },
  "shared-memory": {
    pass: [
      { what: "one GPU", resources: [engine()] },
      { what: "memory for two", resources: [engine(two)] },
      {
        what: "a rank of two nodes, each of one GPU",
        resources: [engine({ args: ["-pp", "2", "-dp", "2", "-n", "4", "--data-parallel-size-local", "1"] })],
      },
    ],
    fail: [
      { what: "the container's own", resources: [engine({ gpus: "2", args: two.args })], says: "only the 64 MiB" },
      {
        what: "the container's own, for a node's share",
        resources: [engine({ gpus: "8", args: fourNodes })],
        says: "8 ranks have only the 64 MiB",
      },
      {
        what: "a disk",
        resources: [engine({ ...two, pod: { volumes: [{ name: "shm", emptyDir: {} }] } })],
        says: "on a disk",
      },
      {
        what: "as large as the limit",
        resources: [
          engine({ ...two, pod: { volumes: [{ name: "shm", emptyDir: { medium: "Memory", sizeLimit: "64Gi" } }] } }),
        ],
        says: "leaves nothing",
      },
    ],
  },
  "no-host-namespaces": {
    pass: [{ what: "none", resources: [engine()] }],
    fail: [
      { what: "shared memory of the node", resources: [engine({ pod: { hostIPC: true } })], says: "mount an emptyDir" },
      {
        what: "privileges",
        resources: [engine({ container: { securityContext: { privileged: true } } })],
        says: "privileged",
      },
    ],
  },
};
