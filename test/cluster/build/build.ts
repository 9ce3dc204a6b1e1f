import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { command } from "../host/command";
import { say, step } from "../host/log";
import { bin, home } from "../host/paths";
import { mustHaveSpace } from "../host/requirements";
import { type Build, builds } from "./builds";

/** Compilers at a time: the machine may have other work. `SONAR_CLUSTER_JOBS` changes it. */
const jobs = process.env.SONAR_CLUSTER_JOBS ?? "2";
const folder = (build: Build) => join(__dirname, build.module);
const stamp = (program: string) => join(bin, `${program}.built-from`);

/** What a program is made from: modules with their sums, sources and settings. A fresh clone has the same, so that it reuses the program. */
function origin(build: Build): string {
  const hash = createHash("sha256").update(JSON.stringify(build));
  for (const name of ["go.mod", "go.sum", "main.go"]) {
    const file = join(folder(build), name);
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  return hash.digest("hex");
}

const isMade = (build: Build, program: string) =>
  existsSync(join(bin, program)) &&
  existsSync(stamp(program)) &&
  readFileSync(stamp(program), "utf8") === origin(build);

/** Files laid over the module's folder, as `go build -overlay` wants them. */
async function overlay(build: Build, env: NodeJS.ProcessEnv): Promise<string[]> {
  if (!build.overlay) return [];
  const { module, files } = build.overlay;
  const cwd = folder(build);
  await command("go", ["mod", "download", module], { cwd, env });
  const dir = (await command("go", ["list", "-m", "-f", "{{.Dir}}", module], { cwd, env })).trim();
  const Replace = Object.fromEntries(Object.entries(files).map(([name, from]) => [join(cwd, name), join(dir, from)]));
  const file = join(home, "build", `${build.module}.overlay.json`);
  mkdirSync(join(home, "build"), { recursive: true });
  writeFileSync(file, JSON.stringify({ Replace }));
  return ["-overlay", file];
}

async function make(build: Build, program: string): Promise<void> {
  // a compiler that collects less often takes more memory and less time
  const env = {
    GOGC: "400",
    ...process.env,
    CGO_ENABLED: "0",
    GOFLAGS: `-buildvcs=false -mod=readonly -p=${jobs}`,
    GOWORK: "off",
  };
  const variables = Object.entries(build.variables ?? {}).map(([name, value]) => `-X ${name}=${value}`);
  const flags = ["-trimpath", "-ldflags", ["-s", "-w", ...variables].join(" "), ...(await overlay(build, env))];
  const output = join(bin, program);
  rmSync(stamp(program), { force: true });
  await command("go", ["build", ...flags, "-o", output, build.programs[program] as string], {
    cwd: folder(build),
    env,
    background: true,
  });
  writeFileSync(stamp(program), origin(build));
}

/**
 * Builds what is missing or made from other versions, one program after the other.
 *
 * @param modules those of `builds`, where not all are needed
 */
export async function buildPrograms(modules: string[] = builds.map(({ module }) => module)): Promise<void> {
  mkdirSync(bin, { recursive: true });
  const wanted = builds.filter(({ module }) => modules.includes(module));
  const missing = wanted.flatMap((build) =>
    Object.keys(build.programs)
      .filter((program) => !isMade(build, program))
      .map((program) => ({ build, program })),
  );
  if (missing.length === 0) return say(`programs: all there in ${bin}`);
  const minutes = [...new Set(missing.map(({ build }) => build))].reduce((sum, build) => sum + build.minutes, 0);
  say(
    `programs to build: ${missing.map(({ program }) => program).join(", ")}; about ${minutes} minutes where Go's cache is empty`,
  );
  await mustHaveSpace(25, "the Go module and build caches and the programs");
  for (const { build, program } of missing) await step(`build ${program}`, () => make(build, program));
}
