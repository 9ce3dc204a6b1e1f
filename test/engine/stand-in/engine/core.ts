import { createHash } from "node:crypto";
import { Faults } from "../control/faults";
import { RequestLog } from "../control/requestLog";
import { busy, stopping, tooManyTokens } from "../http/errors";
import { HttpMetrics } from "../metrics/httpMetrics";
import { Registry } from "../metrics/registry";
import { SchedulerMetrics } from "../metrics/schedulerMetrics";
import { TransferMetrics } from "../metrics/transferMetrics";
import type { Settings } from "../settings";
import { Transfer } from "../transfer/transfer";
import { Scheduler } from "./scheduler";

/** Everything of one stand-in that is not HTTP. */
export class Core {
  readonly registry = new Registry();
  readonly http: HttpMetrics;
  readonly scheduler: Scheduler;
  /** undefined: an engine that neither hands over nor takes KV caches. */
  readonly transfer: Transfer | undefined;
  readonly log = new RequestLog();
  readonly faults = new Faults((faults) => {
    const slower = faults.get("slow")?.factor ?? 1;
    this.scheduler.speed = faults.get("hang") ? 0 : 1 / slower;
    this.refuseNew(faults.get("refuse-new") !== undefined);
  });
  /** As the engine makes it: version, and a number for its configuration. */
  readonly fingerprint: string;
  /** Set with SIGTERM: no generation is admitted any more. */
  stopping = false;
  /** Opens and closes the port for new connections; the server sets it. */
  refuseNew: (refuse: boolean) => void = () => {};

  constructor(
    readonly settings: Settings,
    readonly version: string,
  ) {
    const metrics = new SchedulerMetrics(this.registry, this.modelName, settings.maxModelLen);
    this.http = new HttpMetrics(this.registry);
    this.scheduler = new Scheduler(settings, metrics);
    const { transfer } = settings;
    this.transfer = transfer && new Transfer(transfer, new TransferMetrics(this.registry, this.modelName), this.faults);
    const configuration = JSON.stringify([settings.model, settings.maxModelLen, settings.maxSequences]);
    const digest = createHash("sha256").update(configuration).digest("hex").slice(0, 8);
    this.fingerprint = `aphrodite-${version}-${digest}`;
  }

  /** The name in answers and metrics. */
  get modelName(): string {
    return this.settings.modelNames[0] ?? this.settings.model;
  }

  /** Throws what the engine answers when it cannot take so many sequences more. */
  admit(sequences: number): void {
    if (this.stopping) throw stopping();
    const { maxQueuedRequests, maxQueuedTokens } = this.settings;
    if (maxQueuedRequests !== undefined && this.scheduler.unfinished + sequences > maxQueuedRequests) throw busy();
    if (maxQueuedTokens !== undefined && this.scheduler.queuedTokens >= maxQueuedTokens) throw tooManyTokens();
  }

  get healthy(): boolean {
    return this.faults.get("unhealthy") === undefined;
  }
}
