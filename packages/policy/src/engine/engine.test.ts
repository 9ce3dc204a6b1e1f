import { describe, expect, it } from "vitest";
import { engine } from "../../test-fixtures/engine";
import { object } from "../../test-fixtures/stack";
import { unknownValue, type Value } from "../view";
import { enginesOf, gpusOf, modelOf, option } from ".";
import { shellWords } from "./shell";

const run = (command: Value, args: Value = null, image = "x") =>
  enginesOf(engine({ container: { command, args, image } }));
const models = (command: Value, args: Value = null, image = "x") => run(command, args, image).map(modelOf);

describe("an engine is known", () => {
  it.each<[string, Value, Value, string?]>([
    ["by its command", ["aphrodite", "serve", "m"], null],
    ["by a path to it", ["/opt/venv/bin/aphrodite"], ["serve", "m"]],
    [
      "behind a shell that runs its arguments",
      ["/bin/sh", "-c", 'ulimit -n 9; exec "$@"', "engine"],
      ["aphrodite", "serve", "m"],
    ],
    ["in a shell's script", ["sh", "-c"], ["export A=1 && exec aphrodite serve 'm' \\\n  --port 1 | tee log"]],
    ["by its command's other name", ["aphrodite", "run"], ["m"]],
    ["by its module", ["python3", "-m", "aphrodite.entrypoints.openai.api_server"], ["--model", "m"]],
    ["in a script inside of a script", ["sh", "-c", "ulimit -n 9; exec bash -c 'aphrodite serve m --port 1'"], null],
    ["in a script that takes its options", ["sh", "-c", 'exec aphrodite serve "$@"', "engine"], ["m", "--port", "1"]],
    [
      "in a script that also speaks of it",
      ["sh", "-c", "# aphrodite serve a\necho starting aphrodite serve b && exec aphrodite serve m 2>&1"],
      null,
    ],
    ["by its image and run", null, ["run", "m"], "r.example.com/aphrodite:1"],
    ["by its image, which has a command", null, ["m", "--port", "1"], "r.example.com/aphrodite:1"],
    ["by its image and serve", null, ["serve", "m"], "ghcr.io/x/aphrodite-openai@sha256:1"],
    ["with the model as an option", ["aphrodite", "serve", "--model", "m"], null],
  ])("%s", (_, command, args, image) => expect(models(command, args, image)).toEqual(["m"]));

  it.each<[string, Value, Value, string?]>([
    ["another program", ["python3", "fetch.py"], null, "r.example.com/aphrodite:1"],
    ["the engine's other commands", ["aphrodite", "bench", "serve"], null],
    ["a script that only speaks of it", ["sh", "-c", "echo aphrodite-serve"], null],
    ["another image", null, ["m"], "r.example.com/vllm:1"],
  ])("but not %s", (_, command, args, image) => expect(models(command, args, image)).toEqual([]));

  it("in every workload", () => {
    const spec = { containers: [{ command: ["aphrodite", "serve", "m"] }] };
    const template = { metadata: { labels: {} }, spec };
    const all = [
      ...["Deployment", "StatefulSet", "Job"].map((kind) => object(kind, "a", { template })),
      object("Pod", "a", spec),
      object("LeaderWorkerSet", "a", {
        leaderWorkerTemplate: { size: 2, leaderTemplate: template, workerTemplate: template },
      }),
    ];
    expect(all.map((one) => enginesOf(one).length)).toEqual([1, 1, 1, 1, 2]);
  });
});

it("reads options as the engine's parser does", () => {
  const [one] = run([
    "aphrodite",
    "serve",
    "m",
    "-tp=2",
    "--max_model_len",
    "32K",
    "--no-enable-prefix-caching",
    "--served-model-name",
    "a",
    "b",
  ]);
  if (one === undefined) throw new Error("no engine");
  expect(
    ["tensor-parallel-size", "max-model-len", "enable-prefix-caching", "served-model-name", "port"].map((name) =>
      option(one, name),
    ),
  ).toEqual(["2", "32K", "false", "a", "2242"]);
  expect(gpusOf(one)).toBe(1);
});

it("takes a level in short for the option that it is", () => {
  const levels = [["-O3"], ["-O=1"], ["-O", "0"]].map((level) => run(["aphrodite", "serve", "m", ...level])[0]);
  expect(levels.map((one) => one && option(one, "optimization-level"))).toEqual(["3", "1", "0"]);
});

it("takes a variable before the options for the model, if it is named so", () => {
  const [named] = run(["sh", "-c", 'exec aphrodite serve "$MODEL" --port 1']);
  if (named === undefined) throw new Error("no engine");
  expect(() => modelOf(named)).toThrow("command[2] has $MODEL, whose value is not seen here");
  expect(option(named, "shutdown-timeout")).toBe("0");
  expect(models(["aphrodite", "serve", "$$(MODEL)"])).toEqual(["$(MODEL)"]);
});

it("takes what follows a blank for a value, not for a part of the name", () => {
  const [one] = run(["aphrodite", "serve", "m", "--api-key sk-1"]);
  expect(one?.line.options.map(({ spelling, values: [value] }) => [spelling, value?.text])).toEqual([
    ["--api-key", "sk-1"],
  ]);
});

it("gives a script's arguments to the engine, and not its redirections", () => {
  const [one] = run(["sh", "-c", 'exec aphrodite serve "$@" > log 2>&1', "--"], ["m", "--port", "1"]);
  expect(one?.line.model?.text).toBe("m");
  expect(one?.line.options.map(({ spelling, values }) => [spelling, values.length])).toEqual([["--port", 1]]);
});

it("takes no word for granted that comes later", () => {
  const [one] = run(["aphrodite", "serve", "m", "--port", unknownValue, unknownValue]);
  if (one === undefined) throw new Error("no engine");
  expect(() => option(one, "port")).toThrow("command[4] is known only after deployment");
  expect(() => option(one, "dtype")).toThrow("command[5] is known only after deployment");
  expect(modelOf(one)).toBe("m");
});

it("takes what a command prints for one word", () =>
  expect(shellWords("a --b $(cat /x y) `d e`; $f$(g)")).toEqual(["a", "--b", "$(cat /x y)", "`d e`", ";", "$f$(g)"]));

it("splits a script into words", () =>
  expect(shellWords(`a "b c" 'd e' f\\ g;h "i \\"j"`)).toEqual(["a", "b c", "d e", "f g", ";", "h", 'i "j']));
