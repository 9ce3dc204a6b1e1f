import { spawnSync } from "node:child_process";
import * as sonar from "@sonar-iac/pulumi";
import { manifests, unknown } from "/work/main/test/components/harness";
import { CONTRACT } from "/work/main/test/components/rules";
import { contractRuns } from "/work/main/test/components/runs";
import { argsOf, variants } from "/work/main/test/components/variants";
async function main() {
  let all: any[] = [];
  for (const [name, variant] of Object.entries(variants)) {
    try {
      const args = argsOf(variant);
      const t = Date.now();
      const runs = await contractRuns((o) => new sonar.ReplicatedService("qwen3", args, o), (o) => new sonar.ReplicatedService("qwen3", { ...args, image: unknown<string>() }, o));
      const said = Object.entries(CONTRACT).map(([n, r]) => [n, r(runs, {})] as const).filter(([, p]) => p.length);
      const ms = manifests(runs.known); all.push(...ms.map((m) => ({ name, m })));
      console.log(name, runs.known.resources.length, "resources", Date.now() - t, "ms", said.length ? JSON.stringify(said, null, 1) : "ok");
    } catch (e) { console.log(name, "THROWS", (e as Error).message); }
  }
  const out = spawnSync("/tmp/oracle/oracle", { input: all.map((x) => JSON.stringify(x.m)).join("\n") + "\n", encoding: "utf8" });
  const v = out.stdout.trim().split("\n").map((l) => JSON.parse(l));
  all.forEach((x, i) => { if (v[i].length) console.log("SERVER:", x.name, x.m.kind, v[i]); });
  console.log(all.length, "manifests through the server's code");
}
main();
