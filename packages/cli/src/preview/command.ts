import { evaluate } from "@sonar-iac/policy";
import { loadPolicyConfig } from "../policy/config";
import { isRefused } from "../policy/section";
import { viewsOf } from "../policy/views";
import { runProgram } from "../program";
import { writeAll } from "../terminal/exit";
import { Progress } from "../terminal/progress";
import { screenOf } from "../terminal/screen";
import { count } from "../text/units";
import { humanErrors } from "./errors";
import { humanReport } from "./human";
import { makeReport } from "./report";

/** Arguments of `sonar preview`. */
export interface PreviewArgs {
  folder: string;
  stack?: string;
  config: string[];
  timeoutSeconds?: number;
  json: boolean;
  /** Folder for manifests. */
  out?: string;
  /** Configuration of the policy pack's rules. @default policy-config.json beside Pulumi.yaml, else each rule's own */
  policyConfig?: string;
}

/** Runs a program and prints what it would create. Returns the exit code: 1 for an invalid program, 2 for one that a rule refuses. */
export async function previewCommand(args: PreviewArgs): Promise<number> {
  const { folder, stack, config, timeoutSeconds } = args;
  const progress = new Progress(`running ${folder}`);
  const { recording, printed } = await runProgram(folder, { stack, config, timeoutSeconds, ownsProcess: true });
  progress.stop();
  await writeAll(process.stderr, printed);

  const notes: string[] = [];
  if (args.out !== undefined && recording.errors.length === 0) {
    // YAML is loaded for those who want it
    const { writeManifests } = require("./write") as typeof import("./write");
    const { files, warnings, refusal } = writeManifests(recording, args.out);
    recording.warnings.push(...warnings);
    if (refusal !== undefined) recording.errors.push({ component: null, path: "--out", message: refusal });
    else notes.push(`${count(files.length, "manifest")} written to ${args.out}.`);
  }

  const rules = loadPolicyConfig(folder, args.policyConfig, recording.errors);
  const findings = recording.errors.length > 0 ? [] : evaluate(viewsOf(recording), rules);
  const report = makeReport(recording, findings);
  const failed = report.errors.length > 0;
  if (args.json) await writeAll(process.stdout, `${JSON.stringify(report, undefined, 2)}\n`);
  else if (failed) await writeAll(process.stderr, humanErrors(report.errors, screenOf(process.stderr)));
  else
    await writeAll(
      process.stdout,
      humanReport(report, screenOf(process.stdout)) + notes.map((note) => `${note}\n`).join(""),
    );
  if (failed) return 1;
  return isRefused(findings) ? 2 : 0;
}
