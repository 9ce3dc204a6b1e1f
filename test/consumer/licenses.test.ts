import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(__dirname, "../..");
const allowed =
  /^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0|CC-BY-[34]\.0|MPL-2\.0)$/;

/** Licenses of packages that only point to a file; the file was read. */
const read: Record<string, string> = { "node_modules/@logdna/tail-file": "MIT" };

/** Alternatives and sums of an SPDX expression, each of which must be allowed (one alternative is enough). */
const acceptable = (license: string) =>
  license
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((alternative) => alternative.split(" AND ").every((one) => allowed.test(one.trim())));

it("every package that users install has a license that lets them", () => {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<
      string,
      { dev?: boolean; devOptional?: boolean; link?: boolean; optional?: boolean; license?: string }
    >;
  };
  const shipped = Object.entries(lock.packages).filter(
    ([path, entry]) => path.includes("node_modules/") && !entry.dev && !entry.link,
  );
  expect(shipped.length).toBeGreaterThan(50);
  const odd = shipped.flatMap(([path, { license = "none stated" }]) =>
    acceptable(read[path] ?? license) ? [] : [`${path}: ${license}`],
  );
  expect(odd).toEqual([]);
});
