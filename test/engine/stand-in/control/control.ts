import type { Core } from "../engine/core";
import type { Exchange } from "../http/exchange";
import { readFault } from "./faults";

/** The stand-in's own paths, which no engine has: GET /stand-in/log, GET /stand-in/held, and GET, POST and DELETE /stand-in/fault.
 *  Returns false for any other path. */
export async function control(core: Core, exchange: Exchange): Promise<boolean> {
  const { method, path } = exchange;
  if (!path.startsWith("/stand-in/")) return false;
  if (path === "/stand-in/log" && method === "GET") exchange.json(200, core.log.all());
  else if (path === "/stand-in/held" && method === "GET") exchange.json(200, core.transfer?.all() ?? []);
  else if (path === "/stand-in/fault") await fault(core, exchange);
  else exchange.json(404, { error: "The stand-in has /stand-in/log, /stand-in/held and /stand-in/fault." });
  return true;
}

async function fault(core: Core, exchange: Exchange): Promise<void> {
  if (!core.settings.faults) {
    exchange.json(403, { error: "Start the stand-in with STAND_IN_FAULTS=1 to ask it for failures." });
    return;
  }
  try {
    if (exchange.method === "POST") {
      const asked = readFault(await exchange.body());
      core.faults.set(asked);
    }
    if (exchange.method === "DELETE") core.faults.clear();
    exchange.json(200, core.faults.all());
  } catch (error) {
    exchange.json(400, { error: String(error) });
  }
}
