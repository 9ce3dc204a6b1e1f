import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The parts of the program's own copy of the Pulumi SDK that the recorder uses. */
export interface Sdk {
  pulumi: typeof import("@pulumi/pulumi");
  resources: typeof import("@pulumi/pulumi/proto/resource_pb");
  callbacks: typeof import("@pulumi/pulumi/proto/callback_pb");
  struct: typeof import("google-protobuf/google/protobuf/struct_pb");
  empty: typeof import("google-protobuf/google/protobuf/empty_pb");
  /** What only transforms need. */
  callbackClient(): {
    grpc: typeof import("@grpc/grpc-js");
    rpc: typeof import("@pulumi/pulumi/proto/callback_grpc_pb");
  };
}

/**
 * Loads the Pulumi SDK that a program in this folder loads, or this package's own where the program has none.
 * A second copy would cost most of the run's time.
 */
export function loadSdk(folder: string): Sdk {
  const fromProgram = createRequire(join(folder, "package.json"));
  let entry: string;
  try {
    entry = fromProgram.resolve("@pulumi/pulumi");
  } catch {
    entry = require.resolve("@pulumi/pulumi");
  }
  const load = createRequire(entry);
  const loadAll = (): Sdk => ({
    pulumi: load(entry),
    resources: load("./proto/resource_pb"),
    callbacks: load("./proto/callback_pb"),
    struct: load("google-protobuf/google/protobuf/struct_pb"),
    empty: load("google-protobuf/google/protobuf/empty_pb"),
    callbackClient: () => ({ grpc: load("@grpc/grpc-js"), rpc: load("./proto/callback_grpc_pb") }),
  });
  return withoutSourceMaps(() => withoutTypeScript(load, loadAll));
}

/** In a checkout, tsx looks for TypeScript and ES modules in each of the SDK's thousand files, which have neither. */
function withoutTypeScript<T>(from: NodeJS.Require, load: () => T): T {
  const hooked = from.extensions[".js"];
  if (!__filename.endsWith(".ts") || hooked === undefined) return load();
  from.extensions[".js"] = (module, file) => {
    (module as CompilingModule)._compile(readFileSync(file, "utf8"), file);
  };
  try {
    return load();
  } catch {
    // an SDK that is not all CommonJS after all
    from.extensions[".js"] = hooked;
    return load();
  } finally {
    from.extensions[".js"] = hooked;
  }
}

/** A module of Node's CommonJS loader, as what loads a file may use it. */
interface CompilingModule extends NodeJS.Module {
  _compile(source: string, file: string): void;
}

/** Node would read the source map of every file, a fifth of the time, for stacks that nobody sees. */
function withoutSourceMaps<T>(load: () => T): T {
  const enabled = process.sourceMapsEnabled;
  process.setSourceMapsEnabled(false);
  try {
    return load();
  } finally {
    process.setSourceMapsEnabled(enabled);
  }
}
