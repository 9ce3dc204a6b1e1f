import { didYouMean, nearest } from "../engine/nearest";
import { engineVersion } from "../engine/version";

/** KV connectors that the engine registers. Source: distributed/kv_transfer/kv_connector/factory.py of the release; test/contract asks the engine. */
export const kvConnectors: readonly string[] = [
  "DecodeBenchConnector",
  "ExampleConnector",
  "ExampleHiddenStatesConnector",
  "FlexKVConnectorV1",
  "HF3FSKVConnector",
  "LMCacheConnectorV1",
  "LMCacheMPConnector",
  "MoRIIOConnector",
  "MooncakeConnector",
  "MooncakeStoreConnector",
  "MultiConnector",
  "NixlConnector",
  "NixlPullConnector",
  "NixlPushConnector",
  "OffloadingConnector",
  "SimpleCPUOffloadConnector",
];

/** Names of earlier releases, and what has their place. */
const gone: ReadonlyMap<string, string> = new Map([
  ["P2pNcclConnector", "NixlConnector"],
  ["SharedStorageConnector", "ExampleConnector"],
  ["LMCacheConnector", "LMCacheConnectorV1"],
]);

/** What is wrong with a connector's name, and the way out; undefined for one that the engine has. */
export function connectorProblem(name: string): string | undefined {
  if (kvConnectors.includes(name)) return undefined;
  const instead = gone.get(name);
  const way = instead === undefined ? didYouMean(nearest(name, kvConnectors, 3)) : `Use ${instead}.`;
  return `aphrodite ${engineVersion} has no connector "${name}". ${way || `Its connectors: ${kvConnectors.join(", ")}.`}`;
}
