import { command, succeeds } from "./command";
import { kubeconfig } from "./paths";

/** The cluster that the tests use: the one named in KUBECONFIG, or our own. */
export const usedKubeconfig = process.env.KUBECONFIG || kubeconfig;

/** kubectl on the tests' cluster. */
export const kubectl = {
  run: (args: string[], input?: string) => command("kubectl", ["--kubeconfig", usedKubeconfig, ...args], { input }),

  /** Applies objects given as plain data. */
  apply: (objects: object[]) =>
    kubectl.run(
      ["apply", "--server-side", "-f", "-"],
      JSON.stringify({ apiVersion: "v1", kind: "List", items: objects }),
    ),

  /** One object or a list, as plain data. */
  get: async <T>(args: string[]): Promise<T> => JSON.parse(await kubectl.run(["get", ...args, "-o", "json"])) as T,

  /** Whether the API server says that it is ready. */
  ready: () => succeeds("kubectl", ["--kubeconfig", usedKubeconfig, "--request-timeout=3s", "get", "--raw", "/readyz"]),
};
