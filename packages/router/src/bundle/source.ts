import { buildBundle, type RouterBundle } from "./build";

let built: RouterBundle | undefined;

/** The router's file, made from the sources: what the package's `#bundle` means in the repository. */
export function bundle(): RouterBundle {
  built ??= buildBundle();
  return built;
}
