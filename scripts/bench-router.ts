/**
 * Our router and vllm-router between the same engines, in alternating rounds of one run: the router alone on core 0, engines that answer at once
 * and the load generator on core 1. Prints medians of the rounds and ratios. Nothing leaves the machine.
 *
 *   npm run bench:router [ROUNDS] [SECONDS]
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/engine/ports";
import type { Setup } from "../test/router-conformance/routers/router";
import { type Contender, contenders, started } from "./bench-router/contenders";
import { type Cost, end, measure, memoryOf, own } from "./bench-router/processes";
import { type Figures, report } from "./bench-router/report";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 4);
const [routerCore, otherCore] = [0, 1];
const streamCount = 1000;

async function main(): Promise<void> {
  if (cpus().length < 2) throw new Error("two cores are needed: one for the router, one for everything else");
  const folder = mkdtempSync(join(tmpdir(), "sonar-bench-router-"));
  const [prefill, decode] = [await freePort(), await freePort()];
  await own(otherCore, "engines.ts", [String(prefill), String(decode)]);
  const load = await own(otherCore, "load.ts", []);
  const plain = (ports: number[], connections: number, pid: number | undefined) =>
    measure(load, { kind: "plain", ports, connections, warmUp: 1, seconds }, pid);
  const { found, missing } = contenders(folder);
  for (const what of missing) console.log(`not here: ${what}`);
  const setup: Setup = {
    prefill: [{ url: `http://127.0.0.1:${prefill}` }],
    decode: [{ url: `http://127.0.0.1:${decode}` }],
    leaseSeconds: 30,
    noPrefill: "fail",
    key: undefined,
    bodyBytes: 10_000_000,
    running: 4000,
    queue: 4000,
    queueSeconds: 60,
    prefillSeconds: 60,
  };
  const one = async (contender: Contender): Promise<Figures> => {
    const port = await freePort();
    const router = await started(contender, routerCore, setup, port, await freePort());
    const idle = memoryOf(router.pid);
    const single = await plain([port], 1, router.pid);
    const many = await plain([port], 64, router.pid);
    const task = { kind: "streams" as const, port, streams: streamCount, warmUp: 2, seconds };
    const streams: Cost = await measure(load, task, router.pid);
    await end(router);
    return { idle, single, many, streams };
  };
  const all = new Map<string, Figures[]>(found.map(({ name }) => [name, []]));
  const direct: { single: Cost; many: Cost }[] = [];
  for (let round = 0; round < rounds; round++) {
    direct.push({
      single: await plain([prefill, decode], 1, undefined),
      many: await plain([prefill, decode], 64, undefined),
    });
    // the order changes, so that a drift of the machine's speed favours nobody
    const order = found.map((_, i) => found[(i + round) % found.length] ?? found[0]);
    for (const contender of order) if (contender) all.get(contender.name)?.push(await one(contender));
    console.log(`round ${round + 1} of ${rounds}`);
  }
  report(all, direct);
  rmSync(folder, { recursive: true, force: true });
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
