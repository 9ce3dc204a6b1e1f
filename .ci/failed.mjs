// Prints the test files that have failed in a run, one a line: what is to be tried a second time.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";

const file = process.argv[2];
const { testResults } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { testResults: [] };
for (const { name, status } of testResults) if (status === "failed") console.log(relative(process.cwd(), name));
