import { spawn } from "node:child_process";

/** Gives a program lines on its standard input and resolves with the lines that it wrote. Rejects, with the end of what it said on stderr,
 *  if it fails. It is killed when this process ends. */
export function runLines(
  command: string,
  args: readonly string[],
  input: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    const kill = () => void child.kill("SIGKILL");
    process.once("exit", kill);
    let output = "";
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-4000);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("exit", kill);
      if (code === 0) resolve(output.split("\n").filter((line) => line !== ""));
      else reject(new Error(`${command} ended with ${signal ?? code}:\n${said}`));
    });
    // a program that ends early closes its input; its exit code says why
    child.stdin.on("error", () => undefined);
    child.stdin.end(`${input.join("\n")}\n`);
  });
}
