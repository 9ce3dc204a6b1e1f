import { describe, expect, it } from "vitest";
import { Fields } from "../view";
import { assignments } from "./assignments";

const found = (container: object) =>
  assignments(new Fields(container as never)).map(({ name, value }) => `${name}=${value}`);

describe("variables that a command sets", () => {
  it.each<[string, string[], string[]]>([
    ["after export", ["sh", "-c", "export A=1\nexec aphrodite serve m"], ["A=1"]],
    ["before the program", ["sh", "-c", "A='x y' aphrodite serve m"], ["A=x"]],
    ["after env", ["env", "A=1", "B=2", "aphrodite", "serve", "m"], ["A=1", "B=2"]],
    ["in a script within a script", ["sh", "-c", "bash -c 'A=1 aphrodite serve m'"], ["A=1"]],
    ["none that comes from elsewhere", ["sh", "-c", "export A=$B C=$(cat /key)"], []],
    ["none of an option", ["aphrodite", "serve", "m", "--api-key=sk"], []],
  ])("%s", (_, command, expected) => expect(found({ command })).toEqual(expected));
});
