/** How a run ended. */
export interface End {
  timedOut: boolean;
  /** A sentence that says how, for a program that had not settled. */
  description: string;
}

/** Waits until the event loop is empty, which is how Node itself ends a program, or until the time is over. */
export function eventLoopEnd(timeoutSeconds: number): Promise<End> {
  return new Promise((resolve) => {
    const done = (end: End) => {
      clearTimeout(timer);
      process.off("beforeExit", idle);
      resolve(end);
    };
    const idle = () => done({ timedOut: false, description: "The program ended before everything was settled." });
    const timer = setTimeout(() => {
      const kinds = [...new Set(process.getActiveResourcesInfo())].filter(
        (kind) => kind !== "TTYWrap" && kind !== "PipeWrap",
      );
      const open = kinds.length > 0 ? ` (still open: ${kinds.join(", ")})` : "";
      done({ timedOut: true, description: `The program did not end within ${timeoutSeconds} s${open}.` });
    }, timeoutSeconds * 1000);
    // the timer must not be what keeps the loop from being empty
    timer.unref();
    process.once("beforeExit", idle);
  });
}

/** Waits for a promise, or until the time is over. */
export async function untilTimeout(promise: Promise<void>, timeoutSeconds: number): Promise<End> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<End>((resolve) => {
    const description = `The program did not settle within ${timeoutSeconds} s.`;
    timer = setTimeout(() => resolve({ timedOut: true, description }), timeoutSeconds * 1000);
  });
  const end = await Promise.race([
    promise.then(() => ({ timedOut: false, description: "The program settled." })),
    late,
  ]);
  clearTimeout(timer);
  return end;
}
