import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { repository } from "../host/paths";
import type { Api } from "./api";
import { pathOf } from "./paths";
import type { Condition, Resource } from "./types";

const own = join(repository, "test", "kubernetes", "crds", "leaderworkerset.yaml");

/** The kind's definition: our short one, or the real one where `SONAR_LWS_CRD` names its file. */
export const crd = (): Resource => parse(readFileSync(process.env.SONAR_LWS_CRD ?? own, "utf8")) as Resource;

/** Whether the API server serves the kind. */
export async function isEstablished(api: Api): Promise<boolean> {
  const found = await api.get<{ status?: { conditions?: Condition[] } }>(pathOf(crd()));
  return found?.status?.conditions?.some(({ type, status }) => type === "Established" && status === "True") ?? false;
}
