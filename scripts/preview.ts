import { parseArgs } from "node:util";
import { start } from "../packages/cli/src/main";

/** `npm run preview`, `diff` and `explain`: the command line on the sources, with the quickstart where a preview names no folder. */
const [command = "preview", ...given] = process.argv.slice(2);
const { positionals } = parseArgs({
  args: given,
  strict: false,
  options: {
    config: { type: "string" },
    out: { type: "string" },
    "policy-config": { type: "string" },
    stack: { type: "string" },
    timeout: { type: "string" },
  },
  allowPositionals: true,
});
process.argv = [
  ...process.argv.slice(0, 2),
  command,
  ...(positionals.length === 0 && command !== "diff" ? ["examples/quickstart"] : []),
  ...given,
];
start();
