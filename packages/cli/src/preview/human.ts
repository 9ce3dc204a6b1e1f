import { policyCount, policySections } from "../policy/section";
import type { Finding } from "../recorder";
import type { Screen } from "../terminal/screen";
import { count, price, priceRange } from "../text/units";
import { cut, hanging, NO_BREAK, table, wrap } from "../text/wrap";
import { kvCacheLines } from "./kvCache";
import { nodeGroupLine } from "./nodeGroups";
import type { Report, ReportedResource } from "./report";
import { priceSentence, requestSentence, startSentence, transferSentence } from "./sentences";
import { serviceTree } from "./service";
import { drawTree } from "./tree";

/** The report as people read it: a tree and sentences for each service, warnings, outputs and the count. */
export function humanReport(report: Report, screen: Screen): string {
  const parts: string[] = [];
  const plans = Object.entries(report.topology);
  for (const [name, plan] of plans) {
    parts.push(drawTree(serviceTree(name, plan, report.resources), screen));
    const sentences = [requestSentence(plan), transferSentence(plan), startSentence(plan), priceSentence(plan)];
    parts.push(sentences.flatMap((one) => (one === undefined ? [] : wrap(one, screen.width))).join("\n"));
  }
  parts.push(...sharedGroups(report).map((line) => wrap(line, screen.width).join("\n")));
  const caches = Object.entries(report.kvCaches ?? {});
  for (const [name, plan] of caches)
    parts.push(
      kvCacheLines(name, plan)
        .flatMap((line) => wrap(line, screen.width))
        .join("\n"),
    );
  if (report.warnings.length > 0)
    parts.push(
      `${screen.warning("Warnings")}\n${warningTable(report.warnings, plans.length + caches.length, screen.width)}`,
    );
  const outputs = Object.entries(report.outputs);
  if (outputs.length > 0) {
    const rows = outputs.map(([name, value]): [string, string] => [
      name,
      outputText(value, screen.width - name.length - 4),
    ]);
    parts.push(`${screen.bold("Outputs")}\n${table(rows, screen.width)}`);
  }
  parts.push(...policySections(report.policyFindings, screen));
  parts.push(wrap(closing(report, plans.length), screen.width).join("\n"));
  return `${parts.join("\n\n")}\n`;
}

/** Node groups that no service has made for itself. */
function sharedGroups({ nodeGroups = {}, resources }: Report): string[] {
  const own = new Set(resources.filter(({ type }) => type.startsWith("sonar:index:")).map(({ urn }) => urn));
  const shared = resources.filter(({ type, parent }) => type === "sonar:index:GpuNodeGroup" && !own.has(parent ?? ""));
  return shared.flatMap(({ name }) => (nodeGroups[name] ? [nodeGroupLine(name, nodeGroups[name])] : []));
}

/** Warnings in rows of where and what; the service is named where there are several, any other component where no argument is meant. */
function warningTable(warnings: Finding[], services: number, width: number): string {
  return warnings
    .map(({ component, path, message, position }) => {
      const name = services > 1 || path === "" ? (/"([^"]*)"/.exec(component ?? "")?.[1] ?? "") : "";
      const where = [name, path].filter((one) => one !== "").join(".") || (position ?? "");
      return hanging(where === "" ? "  " : `  ${where}  `, message, width);
    })
    .join("\n");
}

function outputText(value: unknown, room: number): string {
  return typeof value === "string" ? value : cut(JSON.stringify(value), room);
}

function closing(report: Report, services: number): string {
  return `${creation(report, services)} ${policyCount(report.policyFindings)}`;
}

function creation({ totals, resources }: Report, services: number): string {
  const created = `${count(totals.resources, "resource")} to create`;
  const kinds = kindCounts(resources);
  const list = kinds === "" ? "." : `: ${kinds}.`;
  if (services === 0) return `${created}${list} No Sonar service among them.`;
  if (services === 1) return `${created}${list}`;
  const nodes = totals.nodes === null ? "" : ` on ${count(totals.nodes, "node")}`;
  return `${created}${list} In all ${count(totals.pods, "pod")}, ${count(totals.gpus, "GPU")}${nodes}, ${totals.usdPerHourRange === undefined ? price(totals.usdPerHour) : priceRange(totals.usdPerHourRange)}.`;
}

/** `5 Service, 3 ConfigMap`: the most frequent first. */
function kindCounts(resources: ReportedResource[]): string {
  const counts = new Map<string, number>();
  for (const { type } of resources) {
    const kind = type.slice(type.lastIndexOf(":") + 1);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .map(([kind, number]) => `${number}${NO_BREAK}${kind}`)
    .join(", ");
}
