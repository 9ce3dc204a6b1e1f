import type { EndpointSliceDiscovery } from "../../config/config";
import type { Discovery, EnginesListener } from "../discovery";
import { type ApiAccess, ApiError, get, lines, text } from "./api";
import { type EndpointSlice, enginesOf } from "./endpoints";

/** Who is told how it goes. */
export interface SlicesEvents {
  engines: EnginesListener;
  /** `list`, `watch` or `expired`: what was done. */
  event(what: string): void;
  failed(error: unknown): void;
}

const silenceMs = 10_000;
const betweenMs = 100;
const firstPauseMs = 500;
const longestPauseMs = 30_000;
const pageSize = 500;

/**
 * Engines from EndpointSlices: all are listed, then changes are watched, and after `resyncSeconds` all are listed again, whatever the watch said.
 * While the API server cannot be reached the last known engines stay: probes find out which of them live.
 */
export class Slices implements Discovery {
  private readonly slices = new Map<string, EndpointSlice>();
  private readonly stopping = new AbortController();
  private round = new AbortController();
  private wake: (() => void) | undefined;

  constructor(
    private readonly config: EndpointSliceDiscovery,
    private readonly access: ApiAccess,
    private readonly events: SlicesEvents,
  ) {}

  async start(): Promise<void> {
    void this.run();
  }

  /** Lists anew. */
  reload(): void {
    this.round.abort();
    this.wake?.();
  }

  stop(): void {
    this.stopping.abort();
    this.reload();
  }

  private async run(): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!this.stopping.signal.aborted) {
      this.round = new AbortController();
      const { signal } = this.round;
      try {
        const version = await this.list(signal);
        pauseMs = firstPauseMs;
        await this.watch(version, signal);
      } catch (error) {
        if (signal.aborted) continue;
        if (error instanceof ApiError && error.status === 410) this.events.event("expired");
        else {
          this.events.failed(error);
          // routers that lost the API server together do not come back together
          await this.pause(pauseMs * (0.5 + Math.random() / 2));
          pauseMs = Math.min(pauseMs * 2, longestPauseMs);
        }
      }
    }
  }

  private path(query: Record<string, string>): string {
    const { namespace, selector } = this.config;
    const search = new URLSearchParams({ labelSelector: selector, ...query });
    return `/apis/discovery.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/endpointslices?${search}`;
  }

  private async list(signal: AbortSignal): Promise<string> {
    const found = new Map<string, EndpointSlice>();
    let more = "";
    let version = "";
    do {
      const query = { limit: String(pageSize), ...(more && { continue: more }) };
      const res = await get(this.access, this.path(query), signal, silenceMs);
      const page = JSON.parse(await text(res)) as {
        metadata?: { resourceVersion?: string; continue?: string };
        items?: EndpointSlice[];
      };
      for (const slice of page.items ?? []) found.set(slice.metadata.name, slice);
      version = page.metadata?.resourceVersion ?? "";
      more = page.metadata?.continue ?? "";
    } while (more);
    this.slices.clear();
    for (const [name, slice] of found) this.slices.set(name, slice);
    this.events.event("list");
    this.tell();
    return version;
  }

  /** Returns when it is time to list again. */
  private async watch(from: string, signal: AbortSignal): Promise<void> {
    const end = performance.now() + this.config.resyncSeconds * 1000;
    let version = from;
    while (performance.now() < end) {
      const seconds = Math.max(1, Math.ceil((end - performance.now()) / 1000));
      const query = {
        watch: "1",
        allowWatchBookmarks: "true",
        resourceVersion: version,
        timeoutSeconds: String(seconds),
      };
      // a connection that is dead without saying so ends soon after the server should have ended it
      const late = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000 + silenceMs)]);
      const res = await get(this.access, this.path(query), late, seconds * 1000 + silenceMs);
      this.events.event("watch");
      for await (const line of lines(res)) version = this.take(line) ?? version;
      // a server that ends each watch at once is not asked without a break
      await this.pause(betweenMs);
    }
  }

  /** Takes an event; returns the version that it brings. */
  private take(line: string): string | undefined {
    const { type, object } = JSON.parse(line) as {
      type: string;
      object: EndpointSlice & { code?: number; message?: string };
    };
    if (type === "ERROR") throw new ApiError(object.code ?? 0, object.message ?? "the watch failed");
    if (type === "ADDED" || type === "MODIFIED") this.slices.set(object.metadata.name, object);
    else if (type === "DELETED") this.slices.delete(object.metadata.name);
    if (type !== "BOOKMARK") this.tell();
    return object.metadata.resourceVersion;
  }

  private tell(): void {
    this.events.engines(enginesOf(this.slices.values(), this.config));
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
