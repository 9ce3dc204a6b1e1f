import { afterAll, describe, expect, it } from "vitest";
import { topics } from "./cases";
import { sonarRouter } from "./routers/sonar";
import { Runner } from "./runner";

const runner = new Runner(sonarRouter);
afterAll(() => runner.close());

describe.each(topics)("our router: $topic", (topic) => {
  it.each(topic.rows.map((row) => [row.name, row] as const))("%s", async (_, row) => {
    const { result, seen, error } = await runner.run(topic, row);
    if (error) throw error;
    expect(result, seen).toBe("yes");
  });
});
