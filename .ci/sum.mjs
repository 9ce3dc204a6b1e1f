// Adds up what the parts of a run have counted, tells once more what failed, and ends with the line that says it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";

const folder = process.argv[2];
const results = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")).testResults;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => basename(file, ".json"));

// what was run a second time counts as it was then
const files = names.flatMap((part) => {
  const again = names.includes(`${part}.again`) ? results(`${part}.again`) : [];
  const second = new Map(again.map((file) => [file.name, file]));
  return results(part).map((file) => ({
    part,
    ...(second.get(file.name) ?? file),
    ...(second.has(file.name) && { first: file }),
  }));
});
const own = files.filter(({ part }) => !part.endsWith(".again"));
const count = (...status) =>
  own.flatMap((file) => file.assertionResults).filter((test) => status.includes(test.status)).length;

// the end of a long log is what is read
const indented = (text) =>
  text
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .slice(0, 25)
    .join("\n  ");
const tell = (verdict, part, { name: file, message, assertionResults }) => {
  const where = `${part}: ${relative(process.cwd(), file)}`;
  const failed = assertionResults.filter(({ status }) => status === "failed");
  for (const { fullName, failureMessages } of failed)
    console.log(`\n${verdict} ${where} > ${fullName}\n  ${indented(failureMessages.join("\n"))}`);
  if (failed.length === 0 && message) console.log(`\n${verdict} ${where}\n  ${indented(message)}`);
};
const secondTries = own.filter(({ first }) => first?.status === "failed");
for (const { part, first } of secondTries) tell("FAILED AT FIRST", part, first);
for (const file of own) tell("FAILED", file.part, file);

const failedParts = existsSync(join(folder, "failed"))
  ? readFileSync(join(folder, "failed"), "utf8").trim().split("\n")
  : [];
const skipped = count("pending", "skipped", "todo", "disabled");
const passed = count("passed");
// a part that failed counts, even when its tests did not say so
const failed = Math.max(count("failed"), failedParts.length);
if (secondTries.length > 0) console.log(`\nFiles that failed at first and were run twice: ${secondTries.length}`);
console.log(
  `\n${passed} passed, ${failed + (passed === 0 && failed === 0 ? 1 : 0)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
);
process.exit(failed > 0 || passed === 0 ? 1 : 0);
