import { engineVersion } from "@sonar-iac/topology";
import { over, type Rule } from "../../rule";
import { nixlConfig } from "./transferConfig";

/** The engine has the role only for old configurations; who prefills and who decodes is what everything else goes by. */
export const kvRole: Rule = {
  name: "kv-role-named",
  description: "An engine that moves KV caches through NIXL says whether it prefills or decodes.",
  severity: "medium",
  level: "advisory",
  tags: ["prefill-decode"],
  remediation: 'Use "kv_role": "kv_producer" for prefill and "kv_consumer" for decode.',
  scope: "resource",
  check: ({ engines }) =>
    over(engines, (engine) => {
      const config = nixlConfig(engine);
      if (config === undefined) return undefined;
      const role = config.kv_role;
      if (role === "kv_producer" || role === "kv_consumer") return undefined;
      const wrong = role === "kv_both" ? `"kv_both" is deprecated in aphrodite ${engineVersion}` : "kv_role is missing";
      return `--kv-transfer-config: ${wrong}, and hides which engine prefills. Use "kv_role": "kv_producer" for prefill, "kv_consumer" for decode.`;
    }),
};
