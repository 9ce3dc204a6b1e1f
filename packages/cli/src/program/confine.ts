import { finding, type Recording } from "../recorder";
import { HeldConsole } from "./console";

/**
 * Runs a program in its folder with what it prints held back, and without the means to end the process. Returns what it printed,
 * without secrets.
 */
export async function confine(recording: Recording, folder: string, run: () => Promise<void>): Promise<string> {
  const held = new HeldConsole(recording);
  const before = process.cwd();
  const exit = process.exit;
  process.exit = (code) => {
    const message = `The program calls process.exit(${code ?? ""}), which would end \`pulumi up\` before its resources are made.`;
    if (!recording.errors.some((one) => one.message === message)) recording.errors.push(finding(null, message));
    throw new Error(message);
  };
  process.chdir(folder);
  held.hold();
  let printed = "";
  try {
    await run();
  } finally {
    process.chdir(before);
    process.exit = exit;
    printed = held.release();
  }
  return printed;
}
