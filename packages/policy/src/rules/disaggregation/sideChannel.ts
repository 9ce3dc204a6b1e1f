import { defaultSideChannelPort, httpPort } from "@sonar-iac/topology";
import { type EngineView, numberOption, variable, variableText } from "../../engine";
import { over, type Rule } from "../../rule";
import { usesNixl } from "./transferConfig";

const host = "APHRODITE_NIXL_SIDE_CHANNEL_HOST";
const port = "APHRODITE_NIXL_SIDE_CHANNEL_PORT";

/** The address that an engine listens on is the one that it tells its peers; unless set it is localhost, where no peer finds it. */
export const sideChannel: Rule = {
  name: "kv-side-channel",
  description: "NIXL's side channel has the pod's own address and ports that nothing else of the pod uses.",
  severity: "high",
  level: "mandatory",
  tags: ["prefill-decode", "network"],
  remediation: `Set ${host} by fieldRef to status.podIP, and keep ${port} … + data parallel size − 1 clear of the API's port. One number for all pods keeps one compile cache.`,
  scope: "resource",
  check: ({ engines }) =>
    over(engines, (engine) => {
      if (!usesNixl(engine) || !schedules(engine)) return undefined;
      return [...wrongHost(engine), ...wrongPort(engine)];
    }),
};

/** Whether a pod may open a side channel, as the scheduler of each data parallel rank does: the leader has that of a single one. */
const schedules = (engine: EngineView) => engine.pod.part !== "workers" || dataRanks(engine) > 1;

const dataRanks = (engine: EngineView) => numberOption(engine, "data-parallel-size") ?? 1;

function wrongHost(engine: EngineView): string[] {
  const given = variable(engine, host);
  if (given?.at("valueFrom", "fieldRef", "fieldPath").text() === "status.podIP") return [];
  const value = given?.at("value").text();
  const why =
    value === undefined
      ? "is not set, so that the engine tells its peers to come to localhost"
      : `is "${value}", which is not each pod's own address`;
  return [`${host} ${why}. Use valueFrom.fieldRef.fieldPath: status.podIP.`];
}

function wrongPort(engine: EngineView): string[] {
  const first = Number(variableText(engine, port));
  const ranks = dataRanks(engine);
  const api = numberOption(engine, "port") ?? httpPort;
  const named = engine.container
    .at("ports")
    .items()
    .filter((one) => !/nixl|side/.test(one.at("name").text() ?? ""));
  const taken = [api, ...named.flatMap((one) => one.at("containerPort").number() ?? [])];
  const clash = taken.find((one) => one >= first && one < first + ranks);
  if (clash === undefined) return [];
  return [
    `the side channel takes ports ${first} to ${first + ranks - 1} (${port}, one for each data parallel rank), and ${clash} is another port of the pod. Use ${port} ${defaultSideChannelPort}.`,
  ];
}
