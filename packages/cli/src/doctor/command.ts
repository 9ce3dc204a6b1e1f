import { paths } from "@sonar-iac/topology";
import { writeAll } from "../terminal/exit";
import { Progress } from "../terminal/progress";
import { screenOf } from "../terminal/screen";
import { compareRanks } from "./compare";
import { examine } from "./examine";
import { type Cluster, kubectl } from "./kubectl";
import { strandedPods } from "./nodes";
import { groupsOf, type Pod } from "./pods";
import { type GroupReport, renderGroup } from "./render";

/** Arguments of `sonar doctor`. */
export interface DoctorArgs {
  service: string;
  /** Else kubectl's own. */
  namespace?: string;
  /** Else kubectl's own. */
  context?: string;
  /** Seconds for each look into a pod. */
  timeoutSeconds?: number;
  json: boolean;
}

/** Looks at all ranks of a service whose engines span pods. Returns the exit code: 1 where something fails, or there is nothing to look at. */
export async function doctorCommand({ service, json, timeoutSeconds = 150, ...where }: DoctorArgs): Promise<number> {
  const progress = new Progress(`looking at ${service}`);
  let reports: GroupReport[];
  try {
    reports = await lookAt(service, { ...where, timeoutSeconds });
  } catch (error) {
    await writeAll(process.stderr, `error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    progress.stop();
  }
  const screen = screenOf(process.stdout);
  const text = json
    ? JSON.stringify({ service, groups: reports }, null, 2)
    : reports.map((one) => renderGroup(one, screen)).join("\n\n");
  await writeAll(process.stdout, `${text}\n`);
  const checks = reports.flatMap(({ ranks, between }) => [...ranks.flatMap((rank) => rank.checks), ...between]);
  return checks.some(({ verdict }) => verdict === "fail") ? 1 : 0;
}

async function lookAt(service: string, cluster: Cluster): Promise<GroupReport[]> {
  const said = await kubectl(cluster, [
    "get",
    "pods",
    "--selector",
    `app.kubernetes.io/instance=${service}`,
    "--output",
    "json",
  ]);
  if (said.code !== 0)
    throw new Error(`kubectl cannot list the pods of ${service}: ${said.stderr.trim() || "no answer"}`);
  const groups = groupsOf((JSON.parse(said.stdout) as { items: Pod[] }).items);
  if (groups.length === 0) {
    const where = cluster.namespace === undefined ? "kubectl's own namespace" : `namespace ${cluster.namespace}`;
    throw new Error(
      `${service} has no engine of several pods in ${where}: none of its pods is of a LeaderWorkerSet. Name the service, and its --namespace.`,
    );
  }
  return Promise.all(
    (await strandedPods(groups, cluster)).map(async (group) => {
      const ranks = await examine(group, cluster, paths.scripts);
      return { name: group.name, ranks, between: compareRanks(group, ranks) };
    }),
  );
}
