import { interruptCommands } from "../host/command";
import { say } from "../host/log";
import { Machine } from "../host/machine";
import { down } from "./down";

/** An interrupt ends what has been started, so that nothing stays half made. Launchers pass it on, so that it comes more than once. */
export function downOnInterrupt(): void {
  let interrupted = false;
  const interrupt = (signal: string) => {
    if (interrupted) return;
    interrupted = true;
    Machine.startNoMore();
    interruptCommands();
    say(`${signal}: taking down what was started`);
    void down().finally(() => process.exit(130));
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, interrupt);
}
