import { describe, expect, it, vi } from "vitest";
import { Progress } from "./progress";
import { screenOf } from "./screen";

const CSI = "\u001b[";

describe("a screen", () => {
  it("on a pipe has no colour and no end of line", () => {
    const screen = screenOf({}, {});
    expect([screen.width, screen.bold("x"), screen.error("x")]).toEqual([Number.POSITIVE_INFINITY, "x", "x"]);
  });

  it("on a terminal has its width and colours", () => {
    const screen = screenOf({ isTTY: true, columns: 100 }, { TERM: "xterm" });
    expect(screen.width).toBe(100);
    expect(screen.bold("x")).toContain(CSI);
  });

  it("has no colour with NO_COLOR, and none on a dumb terminal", () => {
    const stream = { isTTY: true, columns: 80 };
    expect(screenOf(stream, { NO_COLOR: "1" }).warning("x")).toBe("x");
    expect(screenOf(stream, { TERM: "dumb" }).warning("x")).toBe("x");
    expect(screenOf(stream, { NO_COLOR: "" }).warning("x")).toContain(CSI);
  });

  it("is never too narrow to lay out, and 80 wide where the terminal does not say", () => {
    expect([screenOf({ isTTY: true, columns: 10 }, {}).width, screenOf({ isTTY: true }, {}).width]).toEqual([40, 80]);
  });
});

describe("progress", () => {
  it("is silent on a pipe", () => {
    const write = vi.fn();
    new Progress("working", { isTTY: false, write }).stop();
    expect(write).not.toHaveBeenCalled();
  });

  it("leaves an empty line on a terminal", () => {
    const written: string[] = [];
    const progress = new Progress("working", {
      isTTY: true,
      write: (text) => {
        written.push(String(text));
        return true;
      },
    });
    progress.stop();
    expect(written[0]).toContain("working");
    expect(written.at(-1)).toBe(`\r${CSI}K`);
  });
});
