import { heading } from "./complaints";
import { type Finding, finding } from "./finding";
import type { Recording } from "./recording";
import type { Sdk } from "./sdk";

/** A resource that the program constructed; the SDK registers it once its inputs are there. */
export interface Constructed {
  type: string;
  name: string;
  props: Record<string, unknown>;
}

/** Most resources named in one message. */
const NAMED = 8;

/** Why a program has not settled: the resources that wait, and for which input; else the stack outputs that wait. */
export async function describePending(
  sdk: Sdk,
  recording: Recording,
  constructed: Constructed[],
  program: { exported: unknown; finished: boolean },
  end: string,
): Promise<Finding> {
  const open = new Set(recording.unregistered);
  const waiting = constructed.filter((one) => open.has(`${one.type}::${one.name}`));
  if (waiting.length > 0) {
    const lines: string[] = [];
    for (const one of waiting.slice(0, NAMED)) {
      const inputs = await unsettled(sdk, one.props);
      const what = inputs.length > 0 ? `input ${inputs.join(", ")}` : "its parent, its provider or what it depends on";
      lines.push(`${heading(one)} waits for ${what}`);
    }
    if (waiting.length > NAMED) lines.push(`${waiting.length - NAMED} more`);
    return finding(null, `${end} These resources were never registered: ${lines.join("; ")}. ${ADVICE}`);
  }
  if (program.finished)
    return finding(null, `${end} Its resources are settled, but something keeps it running. ${CLEANUP}`);
  const { exported } = program;
  const outputs = typeof exported === "object" && exported !== null ? await unsettled(sdk, { ...exported }) : [];
  const what = outputs.length > 0 ? `These stack outputs never settle: ${outputs.join(", ")}.` : "It never settles.";
  return finding(null, `${end} ${what} ${ADVICE}`);
}

const ADVICE = "Look for a promise that nothing resolves, or for two resources that wait for each other.";
const CLEANUP = "Clear its timers and close its servers and connections, or Pulumi would wait for ever too.";

/** The keys whose values do not settle. */
async function unsettled(sdk: Sdk, values: Record<string, unknown>): Promise<string[]> {
  const open = new Set(Object.keys(values));
  for (const key of open) {
    const settle = () => open.delete(key);
    sdk.pulumi.runtime.serializeProperty(key, values[key], new Set()).then(settle, settle);
  }
  // whatever can settle without outside help has done so long before
  await new Promise((resolve) => setTimeout(resolve, 20));
  return [...open];
}
