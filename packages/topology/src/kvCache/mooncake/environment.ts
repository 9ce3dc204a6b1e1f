import type { MooncakeTimeouts } from "../../plan";
import { mooncakeConfigPath } from "./settings";

/** Mooncake's time-outs, as its client reads them: in engines and in store nodes. */
export const timeoutVariables = ({ connectSeconds, lookupSeconds }: MooncakeTimeouts) => ({
  MC_RPC_CONNECT_TIMEOUT_MS: String(connectSeconds * 1000),
  MC_RPC_TIMEOUT_MS: String(lookupSeconds * 1000),
});

/** Plain environment of an engine that uses the store. */
export const mooncakeVariables = (timeouts: MooncakeTimeouts): Record<string, string> => ({
  ...timeoutVariables(timeouts),
  MOONCAKE_CONFIG_PATH: mooncakeConfigPath,
});
