import type { ModelCacheArgs } from "../../caches";
import type { PlatformCache } from "../../platform";
import type { AwsCacheArgs } from "./args";
import { provisionStorage, type StoragePlace } from "./provision";
import { isAws, splitCache } from "./split";

/** The cache of a platform, which each service makes for itself. */
export function platformCache(args: AwsCacheArgs | ModelCacheArgs, place: StoragePlace): PlatformCache {
  const spec = splitCache(args, place.subnetIds, [], "modelCache");
  if (!isAws(args)) return { spec, args };
  return { spec, provision: (name, need, opts) => provisionStorage(name, need, args, place, opts) };
}
