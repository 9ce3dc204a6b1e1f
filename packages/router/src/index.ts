/** The router between gateway and engines when prefill and decode are apart: its configuration, and the program as one file. */
import { bundle } from "#bundle";

export type { RouterBundle } from "./bundle/build";
export { nodeFlags } from "./bundle/flags";
export { routerConfigProblems } from "./config/check";
export * from "./config/config";
export { type Refusal, refusals } from "./http/refusals";

/** The router's program: one file for `node router.cjs CONFIGURATION`, to be put into a ConfigMap. */
export const routerBundle = bundle;
