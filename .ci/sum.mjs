// Adds up what the parts of a run have counted, and ends with the line that says it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const counts = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
const sum = (field) => counts.reduce((total, count) => total + count[field], 0);
const failedParts = existsSync(join(folder, "failed"))
  ? readFileSync(join(folder, "failed"), "utf8").trim().split("\n")
  : [];
const skipped = sum("numPendingTests") + sum("numTodoTests");
const passed = sum("numPassedTests");
// a part that failed counts, even when its tests did not say so
const failed = Math.max(sum("numFailedTests"), failedParts.length);
console.log(
  `\n${passed} passed, ${failed + (passed === 0 && failed === 0 ? 1 : 0)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
