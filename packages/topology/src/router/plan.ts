import type { Load } from "../gateway";
import type { Explanations, Problem, RoutedPath, RouterPlan, TransferPlan } from "../plan";
import { type RouterSpec, routerPorts } from "./args";
import { routerProblems, routerWarnings } from "./rules";

export interface RouterInput {
  router: RouterSpec;
  admission: RouterPlan["admission"];
  paths: RoutedPath[];
  bodyBytes: number;
  transfer: Pick<TransferPlan, "mode">;
  preStopSeconds: number;
}

const MiB = 1024 * 1024;

/** Router pods unless the user says otherwise: two survive the loss of one. */
export const routerReplicas = ({ kind, replicas }: RouterSpec) => replicas ?? (kind === "development" ? 1 : 2);

/** What one router runs and queues. */
export function routerAdmission(
  { perEngine, queue, queueSeconds, retryAfterSeconds }: Load,
  engines: number,
  routers: number,
  why: Explanations,
): RouterPlan["admission"] {
  const running = perEngine * engines;
  return {
    running: why.because(
      "router.admission.running",
      Math.ceil(running / routers),
      `${perEngine} at once for each of ${engines} decode engines, over ${routers} routers`,
      "admission.perEngine",
    ),
    queue: why.because(
      "router.admission.queue",
      Math.ceil(queue / routers),
      `${queue} over ${routers} routers, each of which sees only its own requests`,
      "admission.queue",
    ),
    queueSeconds,
    retryAfterSeconds,
  };
}

/** The router in numbers. */
export function planRouter(
  input: RouterInput,
  why: Explanations,
  problems: Problem[],
  warnings: Problem[],
): RouterPlan {
  const { router, admission, bodyBytes, preStopSeconds } = input;
  problems.push(...routerProblems(router, input.transfer));
  warnings.push(...routerWarnings(router));
  const requests = admission.running + admission.queue;
  return {
    kind: router.kind ?? "sonar",
    replicas: routerReplicas(router),
    ports: routerPorts(router),
    paths: input.paths,
    admission,
    retries: { prefillAttempts: 3, pairAttempts: 2 },
    health: {
      intervalSeconds: 5,
      timeoutSeconds: 5,
      generationSeconds: 30,
      // a first request may take as long
      generationTimeoutSeconds: 30,
      failures: 3,
      ejectionSeconds: 5,
      longestEjectionSeconds: 60,
    },
    discovery: {
      resyncSeconds: why.because(
        "router.discovery.resyncSeconds",
        Math.max(1, preStopSeconds - 5),
        `below the ${preStopSeconds} s before an engine's SIGTERM, so that one that leaves is forgotten even if the watch missed it`,
        "router",
      ),
    },
    bodyBytes,
    memoryMiB: why.because(
      "router.memoryMiB",
      Math.ceil((256 + (3 * bodyBytes * requests) / MiB) / 64) * 64,
      `three times the longest body (${Math.ceil(bodyBytes / 1024)} KiB) for each of ${requests} requests: its bytes, its text and what is sent; and 256 MiB`,
      "admission",
    ),
    cpu: 1,
  };
}
