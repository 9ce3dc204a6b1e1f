import { describeError } from "./describe";
import { finding } from "./finding";
import { Monitor } from "./monitor";
import { type Constructed, describePending } from "./pending";
import type { Recording } from "./recording";
import type { Sdk } from "./sdk";
import { eventLoopEnd, untilTimeout } from "./settle";

/** How a program is run. */
export interface RecordOptions {
  /** Folder of the project; what `pulumi.runtime.getRootDirectory()` and positions refer to. */
  root: string;
  /** @default "organization", as without a Pulumi account */
  organization?: string;
  /** Values by full key: `sonar:replicas`. */
  config?: Record<string, string>;
  /** Keys of secret values. */
  secretKeys?: string[];
  /** A program that has not settled by then is ended. @default 60 */
  timeoutSeconds?: number;
  /**
   * The process runs nothing but the program, so the program has ended when nothing is left to do. This notices resources that
   * are made late, and programs that wait for ever, without waiting for the timeout. @default false
   */
  ownsProcess?: boolean;
}

/**
 * Runs a program against an engine inside this process and records what it makes. Needs no Pulumi CLI, cluster, credentials or
 * network. What goes wrong is in the recording's errors; it does not throw for a program's faults.
 */
export async function record(
  sdk: Sdk,
  recording: Recording,
  program: () => unknown,
  options: RecordOptions,
): Promise<void> {
  const { runtime } = sdk.pulumi;
  const { root, timeoutSeconds = 60, ownsProcess = false } = options;
  const monitor = new Monitor(sdk, recording, root);
  const constructed: Constructed[] = [];
  const reported = new Set<unknown>();
  const fail = (error: unknown) => {
    if (reported.has(error)) return;
    reported.add(error);
    for (const found of describeError(error, root)) {
      if (!recording.errors.some((one) => one.message === found.message && one.path === found.path))
        recording.errors.push(found);
    }
  };
  runtime.setMockOptions(monitor, recording.project, recording.stack, true, options.organization ?? "organization");
  runtime.setAllConfig(options.config ?? {}, options.secretKeys ?? []);

  let finished = false;
  let exported: unknown;
  const running = runtime
    .runInPulumiStack(async () => {
      runtime.registerStackTransformation(({ type, name, props }) => {
        recording.construct(type, name);
        constructed.push({ type, name, props });
        return undefined;
      });
      try {
        exported = await program();
        return exported;
      } catch (error) {
        // thrown on, it would come back as several unhandled rejections
        fail(error);
        return {};
      }
    })
    .catch(fail)
    .finally(() => {
      finished = true;
    });

  const listening = ownsProcess ? listen(fail) : undefined;
  const settled = ownsProcess
    ? eventLoopEnd(timeoutSeconds)
    : untilTimeout(
        running.then(() => runtime.disconnect()),
        timeoutSeconds,
      );
  const end = await settled;
  if (recording.errors.length === 0 && (!finished || recording.unregistered.length > 0 || end.timedOut)) {
    recording.errors.push(await describePending(sdk, recording, constructed, { exported, finished }, end.description));
  } else if (recording.errors.length === 0 && !(await isSoon(runtime.disconnect()))) {
    const message =
      "A call that the program makes to a provider never ends: one of its arguments is a promise that nothing resolves.";
    recording.errors.push(finding(null, message));
  }
  monitor.close();
  runtime.disconnectSync();
  listening?.();
}

/** Whether a promise is as good as settled. */
function isSoon(promise: Promise<void>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 50));
  return Promise.race([promise.then(() => true), late]);
}

/** Catches what no promise of the program catches; returns what stops it. */
function listen(fail: (error: unknown) => void): () => void {
  process.on("unhandledRejection", fail);
  process.on("uncaughtException", fail);
  return () => {
    process.off("unhandledRejection", fail);
    process.off("uncaughtException", fail);
  };
}
