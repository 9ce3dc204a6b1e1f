// Adds up what the parts of a run have counted, tells once more what failed, and ends with the line that says it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

const folder = process.argv[2];
const parts = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => ({ name: basename(file, ".json"), ...JSON.parse(readFileSync(join(folder, file), "utf8")) }));
const sum = (field) => parts.reduce((total, part) => total + part[field], 0);

// the end of a long log is what is read
const own = (line) => !line.includes("node_modules");
const indented = (text) => text.split("\n").filter(own).slice(0, 25).join("\n  ");
for (const { name, testResults } of parts) {
  for (const { name: file, message, assertionResults } of testResults) {
    const failed = assertionResults.filter(({ status }) => status === "failed");
    const where = `${name}: ${relative(process.cwd(), file)}`;
    for (const { fullName, failureMessages } of failed)
      console.log(`\nFAILED ${where} > ${fullName}\n  ${indented(failureMessages.join("\n"))}`);
    if (failed.length === 0 && message) console.log(`\nFAILED ${where}\n  ${indented(message)}`);
  }
}

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
