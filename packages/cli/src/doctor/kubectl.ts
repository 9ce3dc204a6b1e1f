import { spawn } from "node:child_process";

/** How kubectl is called: the user's own, with the user's rights. */
export interface Cluster {
  namespace?: string;
  context?: string;
  /** Seconds after which a call is ended. */
  timeoutSeconds: number;
}

/** What a call printed; `code` is null where it was ended. */
export interface Said {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs kubectl. Rejects, with the way out, where there is none. */
export function kubectl(cluster: Cluster, args: readonly string[], input = ""): Promise<Said> {
  const where = [
    ...(cluster.context === undefined ? [] : ["--context", cluster.context]),
    ...(cluster.namespace === undefined ? [] : ["--namespace", cluster.namespace]),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn("kubectl", [...where, ...args], { timeout: cluster.timeoutSeconds * 1000 });
    const said: Said = { code: null, stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said.stderr += text;
    });
    // one that ends early does not read: its words say why
    child.stdin.on("error", () => undefined).end(input);
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "ENOENT"
          ? new Error("There is no kubectl on the PATH: doctor asks the cluster through it.")
          : error,
      ),
    );
    child.once("close", (code) => resolve({ ...said, code }));
  });
}
