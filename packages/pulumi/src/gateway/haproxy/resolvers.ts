import type { HaproxySite } from "./site";
import { note, section } from "./text";

/** The resolvers section's name. */
export const resolversName = "cluster";

/**
 * Who answers DNS discovery. An engine that leaves the record gets no new request after about a second and finishes what it has. While DNS itself
 * fails, the engines stay as they are: their health is checked anyway.
 */
export function resolversSection({ resolvers }: HaproxySite): string {
  return section(`resolvers ${resolversName}`, [
    resolvers === "resolv.conf" ? "parse-resolv-conf" : `nameserver dns ${resolvers.nameserver}`,
    note("the longest answer by UDP: about 100 engines"),
    "accepted_payload_size 8192",
    "resolve_retries 3",
    "timeout resolve 1s",
    "timeout retry 1s",
    "hold valid 1s",
    "hold obsolete 0s",
    "hold nx 1s",
    "hold other 1h",
    "hold refused 1h",
    "hold timeout 1h",
  ]);
}
