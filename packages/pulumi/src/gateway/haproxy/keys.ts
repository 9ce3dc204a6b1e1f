import { answer } from "./refusals";
import type { HaproxySite } from "./site";
import { note } from "./text";

/** The client's key is looked up by its SHA-256, which yields the client's name, and is then replaced by the engines' key. */
export const keyRules = ({ clientsMapFile, engineKeyVariable }: HaproxySite): string[] => [
  note("keys: clear ones stand nowhere; clients of the messages API send theirs as x-api-key"),
  'http-request set-header authorization "Bearer %[req.fhdr(x-api-key)]" if !{ req.hdr(authorization) -m found } { req.fhdr(x-api-key) -m found }',
  `http-request set-var(txn.client) http_auth_bearer,sha2(256),hex,map_str(${clientsMapFile})`,
  `http-request return ${answer("invalid-key", { "www-authenticate": "Bearer" })} unless { var(txn.client) -m found }`,
  `http-request set-header authorization "Bearer %[env(${engineKeyVariable})]"`,
];
