import { mkdirSync, statfsSync } from "node:fs";
import { command, succeeds } from "./command";
import { step } from "./log";
import { home } from "./paths";

/** Debian's package for each program that is not built here. */
const packages: Record<string, string> = {
  containerd: "containerd",
  ctr: "containerd",
  runc: "runc",
  iptables: "iptables",
  ipset: "ipset",
  conntrack: "conntrack",
  ebtables: "ebtables",
  ethtool: "ethtool",
  socat: "socat",
  ip: "iproute2",
  etcd: "etcd-server",
  haproxy: "haproxy",
  debootstrap: "debootstrap",
  openssl: "openssl",
  nsenter: "util-linux",
  unshare: "util-linux",
  "/usr/lib/cni/bridge": "containernetworking-plugins",
};

/** Programs that a cluster of our own needs. */
export const clusterPrograms = [...Object.keys(packages), "go", "kubectl"];

const exists = (program: string) => succeeds("sh", ["-c", `command -v "$0"`, program]);

/**
 * Installs from Debian what is missing, and checks what must be there: root, Go, kubectl.
 *
 * @throws Error that lists everything missing and how to get it.
 */
export async function mustHave(programs: string[]): Promise<void> {
  const missing: string[] = [];
  for (const program of programs) if (!(await exists(program))) missing.push(program);
  const wrong: string[] = [];
  const toInstall = [...new Set(missing.flatMap((program) => packages[program] ?? []))];
  if (process.getuid?.() !== 0)
    wrong.push("root: namespaces, mounts and containers need it. Run with sudo, or name a cluster in KUBECONFIG.");
  else if (toInstall.length > 0 && (await exists("apt-get")))
    await step(`apt-get install ${toInstall.join(" ")}`, () => install(toInstall));
  for (const program of missing) {
    if (await exists(program)) continue;
    const from = packages[program];
    if (program === "go") wrong.push("go: install Go 1.26 or later.");
    else wrong.push(`${program}: install ${from ? `Debian's package ${from}` : program}.`);
  }
  if (wrong.length > 0) throw new Error(`A test cluster cannot run here. Missing:\n  ${wrong.join("\n  ")}`);
}

async function install(names: string[]): Promise<void> {
  // the run level keeps services of the packages from starting
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  await command("apt-get", ["update", "-qq"], { env });
  await command("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...names], { env, background: true });
}

/** @throws Error when the disk of the cluster's folder has less than so many GiB free. */
export async function mustHaveSpace(gibibytes: number, what: string): Promise<void> {
  mkdirSync(home, { recursive: true });
  const { bavail, bsize } = statfsSync(home);
  const free = (bavail * bsize) / 2 ** 30;
  if (free < gibibytes)
    throw new Error(
      `${home} has ${free.toFixed(0)} GiB free, but ${what} may need ${gibibytes}. Free some, or name another folder in SONAR_CLUSTER_HOME (and GOCACHE, GOMODCACHE); "go clean -cache" frees Go's build cache.`,
    );
}
