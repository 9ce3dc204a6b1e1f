import { expect, it } from "vitest";
import { corrections } from "./corrections";
import { canonicalName, findOption, optionNames } from "./options";

it.each(["max-model-len", "--max-model-len", "max_model_len", "--max_model_len"])(
  "finds an option written %s",
  (name) => {
    expect(findOption(name)).toMatchObject({ flag: "max-model-len", type: 'int|"auto"', minimum: -1 });
  },
);

it.each(["-tp", "tp", "--tp"])("finds an option by its alias %s", (name) => {
  expect(findOption(name)?.flag).toBe("tensor-parallel-size");
});

it.each(["model_tag", "no-enable-prefix-caching", "", "--", "constructor", "__proto__", "max-model-length"])(
  "does not take %j for an option",
  (name) => {
    expect(findOption(name)).toBeUndefined();
  },
);

it("lists every option once, sorted", () => {
  const names = optionNames();
  expect(names).toHaveLength(294);
  expect(names).toEqual([...new Set(names)].sort());
});

it("spells names canonically", () => {
  expect(canonicalName("--kv_transfer-config")).toBe("kv-transfer-config");
});

it("knows what the rest of the library relies on", () => {
  expect(findOption("shutdown-timeout")?.default).toBe(0);
  expect(findOption("port")?.default).toBe(2242);
  expect(findOption("gpu-memory-utilization")).toMatchObject({ exclusiveMinimum: 0, maximum: 1, default: 0.92 });
  expect(findOption("kv-transfer-config")?.nested).toBe("KVTransferConfig");
  expect(findOption("headless")?.negatable).toBeUndefined();
});

it("corrects what the table says too loosely, for options that exist", () => {
  for (const flag of Object.keys(corrections)) expect(findOption(flag)).toMatchObject({ flag, ...corrections[flag] });
});
