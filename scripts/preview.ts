import { parseArgs } from "node:util";
import { start } from "../packages/cli/src/main";

/** `npm run preview` and `npm run explain`: the command line on the sources, with the quickstart where no folder is named. */
const [command = "preview", ...given] = process.argv.slice(2);
const { positionals } = parseArgs({
  args: given,
  strict: false,
  options: {
    config: { type: "string" },
    out: { type: "string" },
    stack: { type: "string" },
    timeout: { type: "string" },
  },
  allowPositionals: true,
});
process.argv = [
  ...process.argv.slice(0, 2),
  command,
  ...(positionals.length === 0 ? ["examples/quickstart"] : []),
  ...given,
];
start();
