import { describe, expect, it, vi } from "vitest";
import { jsonLog } from "./log";

describe("the log", () => {
  it("writes what an overload says a thousand times in one piece, and an error at once with all before it", () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const log = jsonLog("s", (text) => written.push(text));
    log.info("request", { id: "1" });
    for (let i = 0; i < 100; i++) log.warn("request", { outcome: "queue-full" });
    expect(written).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(written.map((text) => text.trimEnd().split("\n").length)).toEqual([101]);
    log.warn("engine ejected");
    log.error("uncaught");
    expect(written).toHaveLength(2);
    expect(
      written[1]
        ?.trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).level),
    ).toEqual(["warn", "error"]);
    vi.useRealTimers();
  });
});
