import type { Engine, EngineAddress, Role } from "./engine";

/** What the registry needs of the rest. */
export interface RegistryOptions {
  make(address: EngineAddress): Engine;
  /** An engine is new, changed or forgotten. */
  changed(engine: Engine, what: "added" | "changed" | "removed" | "forgotten"): void;
}

/** All engines, as discovery last told. One that left the list stays until its last request has ended. */
export class Registry {
  private readonly engines = new Map<string, Engine>();

  constructor(private readonly options: RegistryOptions) {}

  /** Takes a whole list. Of several entries with one key the first that serves counts. */
  update(list: readonly EngineAddress[]): void {
    const wanted = new Map<string, EngineAddress>();
    for (const address of list) {
      const known = wanted.get(address.key);
      if (!known || (!known.serving && address.serving)) wanted.set(address.key, address);
    }
    for (const [key, engine] of this.engines) {
      const address = wanted.get(key);
      if (!address) this.remove(engine);
      else if (engine.serving !== address.serving || !engine.listed) {
        engine.serving = address.serving;
        engine.listed = true;
        this.options.changed(engine, "changed");
      }
    }
    for (const [key, address] of wanted) {
      if (this.engines.has(key)) continue;
      const engine = this.options.make(address);
      this.engines.set(key, engine);
      this.options.changed(engine, "added");
    }
  }

  private remove(engine: Engine): void {
    if (engine.listed) {
      engine.listed = false;
      this.options.changed(engine, "removed");
    }
    this.forget(engine);
  }

  /** Forgets an engine that is not listed any more, once nothing runs on it. Called when a request of it ends. */
  forget(engine: Engine): void {
    if (engine.listed || engine.running > 0) return;
    if (this.engines.get(engine.address.key) !== engine) return;
    this.engines.delete(engine.address.key);
    engine.pool.close();
    this.options.changed(engine, "forgotten");
  }

  all(): Iterable<Engine> {
    return this.engines.values();
  }

  usable(role: Role): Engine[] {
    const found: Engine[] = [];
    for (const engine of this.engines.values()) if (engine.role === role && engine.usable) found.push(engine);
    return found;
  }
}
