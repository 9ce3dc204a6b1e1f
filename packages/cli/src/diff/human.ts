import type { Impact } from "@sonar-iac/policy";
import type { Screen } from "../terminal/screen";
import { count, duration } from "../text/units";
import { hanging, table } from "../text/wrap";

/** What an update does to serving, as people read it. */
export function humanImpacts(impacts: readonly Impact[], screen: Screen): string[] {
  if (impacts.length === 0) return ["Nothing that serves is touched."];
  return impacts.map((one) => {
    const head = hanging(`${one.subject}  `, one.headline, screen.width);
    const rows = rowsOf(one);
    return rows.length === 0 ? head : `${head}\n${table(rows, screen.width)}`;
  });
}

function rowsOf(one: Impact): [string, string][] {
  const rows: [string, string][] = [];
  if (one.because.length > 0) rows.push(["changes", one.because.join("; ")]);
  if (one.restarts || one.replicasDown > 0) rows.push(["capacity", capacity(one)]);
  if (one.coldStart !== undefined && one.restarts) rows.push(["kernels", kernels(one.coldStart)]);
  return rows;
}

function capacity({ replicasDown, downSeconds }: Impact): string {
  if (replicasDown === 0) return "never below what it is";
  const time = downSeconds === null ? "for good" : `for up to ${duration(downSeconds)} in all`;
  return `${count(replicasDown, "replica")} missing at a time, ${time}`;
}

function kernels({ sure, because }: NonNullable<Impact["coldStart"]>): string {
  if (sure === "no") return "stay compiled";
  return `${sure === "yes" ? "are" : "may be"} compiled anew, a cold start: ${because.join(", ")}`;
}
