import { containersOf, type Pod } from "../pods";
import { at, exactlyOne, type Problems } from "./problems";

const HANDLERS = ["exec", "httpGet", "sleep", "tcpSocket"] as const;

/** A lifecycle hook does exactly one thing. */
export function* lifecycleHandlers(pod: Pod): Problems {
  for (const { container, path } of containersOf(pod)) {
    for (const hook of ["postStart", "preStop"] as const) {
      const handler = container.lifecycle?.[hook];
      if (handler !== undefined) yield* at(`${path}.lifecycle.${hook}`, exactlyOne(handler, HANDLERS));
    }
  }
}

/** The grace period runs while a hook sleeps, so a hook may not sleep longer. The default of the period is 30 s. */
export function* sleepWithinGrace(pod: Pod): Problems {
  const grace = pod.template.spec?.terminationGracePeriodSeconds ?? 30;
  if (grace < 0) yield `${pod.path}.terminationGracePeriodSeconds: must not be negative`;
  for (const { container, path } of containersOf(pod)) {
    for (const hook of ["postStart", "preStop"] as const) {
      const seconds = container.lifecycle?.[hook]?.sleep?.seconds;
      if (seconds !== undefined && (seconds < 0 || seconds > grace)) {
        yield `${path}.lifecycle.${hook}.sleep.seconds: ${seconds} must be from 0 to terminationGracePeriodSeconds, which is ${grace}`;
      }
    }
  }
}
