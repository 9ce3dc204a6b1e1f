import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { engineScripts } from "../scripts";
import { groupFolder, groupScripts } from "./scripts";

/** Runs Python beside the scripts; gives back what it prints as JSON. */
function python(text: string): unknown {
  const { stdout, stderr } = spawnSync("python3", ["-B", "-c", `import json\n${text}`], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: groupFolder },
  });
  if (stderr) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe("the scripts of a group", () => {
  it("fit into one ConfigMap with the engine's, under names of their own", () => {
    const scripts = groupScripts();
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(["supervisor.py", "group_leader.py"]));
    expect(Object.values({ ...scripts, ...engineScripts }).join("").length).toBeLessThan(200_000);
    expect(Object.keys(engineScripts).filter((name) => name in scripts)).toEqual([]);
  });

  it("hide no module of Python's from what they and the engine's scripts import", () => {
    const modules = Object.keys(groupScripts()).map((name) => name.replace(".py", ""));
    expect(
      python(`import sys; print(json.dumps(sorted(set(${JSON.stringify(modules)}) & set(sys.stdlib_module_names))))`),
    ).toEqual([]);
  });
});

describe("the words that ranks have alike", () => {
  const common = (...words: string[]) =>
    python(`from group_command import common; print(json.dumps(common(${JSON.stringify(words)})))`);

  it("are all but the rank's own, however those are written", () => {
    const same = ["aphrodite", "serve", "m", "--nnodes", "2", "-x", "--headless-not"];
    for (const own of [["--node-rank", "1", "--headless"], ["--node_rank=1"], ["-r", "1"], ["-dpn=3", "--headless"]])
      expect(common(...same.slice(0, 3), ...own, ...same.slice(3))).toEqual(same);
  });
});

describe("the environment that ranks have alike", () => {
  it("leaves out what is a pod's own, and keys", () => {
    const env = {
      APHRODITE_HOST_IP: "a",
      APHRODITE_API_KEY: "b",
      NCCL_DEBUG: "INFO",
      HOSTNAME: "c",
      CUDA_VISIBLE_DEVICES: "0",
      HF_HUB_TOKEN: "d",
    };
    const text = `from group_identity import identity; print(json.dumps(identity(["e", "serve", "m"], "i", ${JSON.stringify(env)})))`;
    expect(python(text)).toMatchObject({
      command: ["e", "serve", "m"],
      image: "i",
      environment: { NCCL_DEBUG: expect.any(String) },
    });
    expect(Object.keys((python(text) as { environment: object }).environment)).toEqual(["NCCL_DEBUG"]);
  });
});

describe("how a rank differs", () => {
  const difference = (other: object) =>
    python(`
from group_identity import difference
leader = {"command": ["e", "--max-model-len", "4096"], "environment": {"A": "1"}, "image": "i", "engine build": "b", "model files": "3"}
print(json.dumps(difference(leader, {**leader, **json.loads(${JSON.stringify(JSON.stringify(other))})})))`);

  it.each([
    [{}, null],
    [
      { command: ["e", "--max-model-len", "1"] },
      'another command: --max-model-len "1", where rank 0 has "4096". Only --node-rank and --headless may differ',
    ],
    [
      { command: ["e"] },
      'another command: nothing more, where rank 0 has "--max-model-len". Only --node-rank and --headless may differ',
    ],
    [
      { environment: { A: "1", B: "2" } },
      "another environment: B differ from rank 0's. Give all ranks the same values",
    ],
    [{ "model files": "2" }, "another model files: 2, rank 0 has 3. Give all ranks the same"],
    [{ "model files": null }, null],
    [{ "engine build": "c" }, "another engine build: c, rank 0 has b. Give all ranks the same"],
  ])("%j", (other, message) => expect(difference(other)).toBe(message));
});

describe("the interfaces of a pod", () => {
  it("have the MTU of what others get, also where a pod reaches itself", () => {
    const text = `
from group_network import addresses, interface_mtu
from preflight_network import way
print(json.dumps([[way(own)[1]["mtu"], interface_mtu(name)] for name, own in addresses() if ":" not in own and name != "lo"]))`;
    const pairs = python(text) as [number, number][];
    expect(pairs.length).toBeGreaterThan(0);
    for (const [found, own] of pairs) expect(found).toBe(own);
  });

  it("are found by their address", () => {
    expect(
      python(
        'from group_network import interface_of, route; print(json.dumps([interface_of("127.0.0.1"), interface_of("192.0.2.1"), route("127.0.0.1")[0]]))',
      ),
    ).toEqual(["lo", null, "127.0.0.1"]);
  });
});
