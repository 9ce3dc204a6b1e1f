/** A stand-in for the engine: the same command line, environment and HTTP, and no model. See README.md. */
import { engineVersion } from "../../../packages/topology/src/engine/version";
import { parse } from "./cli/parse";
import { ParserError } from "./cli/parserError";
import { Core } from "./engine/core";
import { checkEnvironment, compileCacheKey, type Environment } from "./environment";
import { serverOf } from "./http/server";
import { close, open } from "./lifecycle";
import { notSupported } from "./notSupported";
import { type Settings, settings } from "./settings";

/** Reads command line and environment. Throws ParserError for the former, Error for the latter. */
function read(argv: readonly string[], env: Environment): Settings {
  const [command = "", ...rest] = argv;
  if (command !== "serve" && command !== "run") {
    throw new ParserError("aphrodite", `argument subparser: invalid choice: '${command}' (choose from 'serve', 'run')`);
  }
  const parsed = parse(rest);
  const { warnings } = checkEnvironment(env, parsed.options.get("fail-on-environ-validation") === true);
  for (const warning of warnings) console.warn(`WARN ${warning}`);
  const why = notSupported(parsed.options);
  if (why) throw new Error(why);
  return settings(parsed, env);
}

async function run(argv: readonly string[], env: Environment): Promise<void> {
  const core = new Core(read(argv, env), engineVersion);
  console.log(`compile cache key of the environment: ${compileCacheKey(env)}`);
  const server = serverOf(core);
  let opened = false;
  const stop = () => {
    if (core.stopping) return;
    if (!opened) return stopLoading(core);
    void close(core, server).then(() => process.exit(0));
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  await open(core, server);
  opened = true;
  const { host, port } = core.settings;
  console.log(`listening on http://${host ?? "0.0.0.0"}:${port}`);
}

/** The real engine, told to stop while its core starts, waits for the core in vain until its ready timeout. */
function stopLoading(core: Core): void {
  if (core.settings.loadSigterm === "exit") process.exit(0);
  core.stopping = true;
}

run(process.argv.slice(2), process.env).catch((error: unknown) => {
  if (error instanceof ParserError) {
    process.stderr.write(error.text());
    process.exit(2);
  }
  console.error(`${error}`);
  process.exit(1);
});
