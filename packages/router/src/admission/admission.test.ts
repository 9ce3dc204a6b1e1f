import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Admission, type Admitted } from "./admission";

function asker(admission: Admission) {
  const told: [string, Admitted][] = [];
  const ask = (name: string) => admission.ask((outcome) => told.push([name, outcome]));
  return { told, ask };
}

describe("admission", () => {
  it("lets so many run and so many wait, in their order", () => {
    const admission = new Admission({ running: 2, queue: 2, queueMs: 60_000 });
    const { told, ask } = asker(admission);
    for (const name of ["a", "b", "c", "d", "e"]) ask(name);
    expect(told).toEqual([
      ["a", "admitted"],
      ["b", "admitted"],
      ["e", "queue-full"],
    ]);
    expect([admission.running, admission.waiting]).toEqual([2, 2]);
    admission.leave();
    admission.leave();
    expect(told.slice(3)).toEqual([
      ["c", "admitted"],
      ["d", "admitted"],
    ]);
    admission.leave();
    admission.leave();
    expect([admission.running, admission.waiting]).toEqual([0, 0]);
  });

  it("does not count who has left the queue", () => {
    const admission = new Admission({ running: 1, queue: 1, queueMs: 60_000 });
    const { told, ask } = asker(admission);
    ask("a");
    ask("b")();
    ask("c");
    admission.leave();
    expect(told).toEqual([
      ["a", "admitted"],
      ["c", "admitted"],
    ]);
  });

  it("ends a wait that is too long", async () => {
    const admission = new Admission({ running: 1, queue: 1, queueMs: 20 });
    const { told, ask } = asker(admission);
    ask("a");
    ask("b");
    await sleep(200);
    expect(told).toEqual([
      ["a", "admitted"],
      ["b", "queue-timeout"],
    ]);
    admission.leave();
    expect([admission.running, admission.waiting]).toEqual([0, 0]);
  });
});
