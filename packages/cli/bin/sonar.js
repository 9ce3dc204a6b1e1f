#!/usr/bin/env node
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const source = join(__dirname, "../src/main.ts");
// an installed package has no sources; in a checkout a build may be older than they are
if (existsSync(source)) runSource();
else require("../dist/main.js").start();

/** In a checkout the commands are TypeScript, and the packages resolve to their sources. */
function runSource() {
  const { spawn } = require("node:child_process");
  const flags = ["--conditions=sonar-source", "--import", require.resolve("tsx"), source];
  const child = spawn(process.execPath, [...process.execArgv, ...flags, ...process.argv.slice(2)], {
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
