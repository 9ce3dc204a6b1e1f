import { over, type Rule } from "../../rule";
import { types } from "./types";

/** Without a session token, a request that a pod is tricked into sending reads the node's credentials. */
export const instanceMetadata: Rule = {
  name: "imds-v2",
  description: "Instances answer metadata requests only with a session token (IMDSv2).",
  severity: "high",
  level: "mandatory",
  tags: ["aws", "security"],
  remediation: 'Set metadataOptions: { httpTokens: "required", httpPutResponseHopLimit: 1 }.',
  scope: "resource",
  check: ({ resources }) =>
    over(
      resources.filter(({ type }) =>
        [types.launchTemplate, types.launchConfiguration, types.instance].includes(type as never),
      ),
      ({ fields }) => {
        const options = fields.at("metadataOptions");
        if (options.at("httpEndpoint").text() === "disabled" || options.at("httpTokens").text() === "required")
          return undefined;
        return `metadataOptions.httpTokens is ${options.at("httpTokens").text() ?? "not set"}, so that requests without a token are answered. Set it to "required".`;
      },
    ),
};
