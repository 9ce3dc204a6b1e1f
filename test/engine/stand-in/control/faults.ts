import { isObject } from "../api/fields";

/** Failures that a test can ask for. */
export const faultKinds = [
  /** The process dies when the next generation arrives. */
  "die-before-headers",
  /** The process dies after `tokens` events of a stream. */
  "die-mid-stream",
  /** Generations stand still; everything else answers. */
  "hang",
  /** Generations are answered with 500. */
  "status-500",
  /** Generations are answered with `status`. */
  "status",
  /** The connection of a generation is reset, without an answer. */
  "reset",
  /** New connections are refused; those that are open go on. */
  "refuse-new",
  /** /health and /ping answer 503, as after the death of the engine's core. */
  "unhealthy",
  /** Generations are `factor` times slower. */
  "slow",
  /** Answers come `delay` seconds after they are made. */
  "late",
  /** Prefill does not say where its KV cache is. */
  "no-transfer-params",
  /** A KV cache cannot be read. */
  "fail-transfer",
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A failure that is in force. */
export interface Fault {
  kind: FaultKind;
  /** die-mid-stream: after so many tokens; default 3. */
  tokens: number;
  /** slow: so many times slower; default 10. */
  factor: number;
  /** status: the answer's; default 400. */
  status: number;
  /** late: seconds; default 1. */
  delay: number;
  /** How many generations it strikes; default all. */
  times: number;
  /** How long it is in force; default until it is cleared. */
  seconds: number;
}

/** The failures in force, at most one of each kind. */
export class Faults {
  private readonly active = new Map<FaultKind, Fault>();

  /** @param changed Called whenever a failure begins or ends. */
  constructor(private readonly changed: (faults: Faults) => void) {}

  set(fault: Fault): void {
    this.active.set(fault.kind, fault);
    this.changed(this);
    if (!Number.isFinite(fault.seconds)) return;
    setTimeout(() => {
      if (this.active.get(fault.kind) === fault) this.remove(fault.kind);
    }, fault.seconds * 1000);
  }

  clear(): void {
    this.active.clear();
    this.changed(this);
  }

  all(): Fault[] {
    return [...this.active.values()];
  }

  get(kind: FaultKind): Fault | undefined {
    return this.active.get(kind);
  }

  /** The failure of this kind, if one is in force; a generation that it strikes uses it up. */
  strike(kind: FaultKind): Fault | undefined {
    const fault = this.active.get(kind);
    if (fault && --fault.times <= 0) this.remove(kind);
    return fault;
  }

  private remove(kind: FaultKind): void {
    this.active.delete(kind);
    this.changed(this);
  }
}

/** Reads the body of POST /stand-in/fault. Throws an Error that names the choices. */
export function readFault(text: string): Fault {
  const body: unknown = JSON.parse(text);
  const kind = isObject(body) ? faultKinds.find((k) => k === body.kind) : undefined;
  if (!kind || !isObject(body)) throw new Error(`"kind" must be one of ${faultKinds.join(", ")}`);
  const number = (name: string, otherwise: number) => {
    const value = body[name] ?? otherwise;
    if (typeof value !== "number" || !(value > 0)) throw new Error(`"${name}" must be a number above 0`);
    return value;
  };
  return {
    kind,
    tokens: number("tokens", 3),
    factor: number("factor", 10),
    status: number("status", 400),
    delay: number("delay", 1),
    times: number("times", Number.POSITIVE_INFINITY),
    seconds: number("seconds", Number.POSITIVE_INFINITY),
  };
}
