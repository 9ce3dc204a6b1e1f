#!/usr/bin/env node
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const built = join(__dirname, "../dist/main.js");
if (existsSync(built)) require(built).start();
else runSources();

/** In a source checkout the commands are TypeScript, and the packages resolve to their sources. */
function runSources() {
  const { spawn } = require("node:child_process");
  const main = join(__dirname, "../src/main.ts");
  const flags = ["--conditions=sonar-source", "--import", require.resolve("tsx")];
  const child = spawn(process.execPath, [...process.execArgv, ...flags, main, ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code);
    // ends as the child did, once nothing catches the signal here
    for (const one of signals) process.removeAllListeners(one);
    process.kill(process.pid, signal);
  });
}
