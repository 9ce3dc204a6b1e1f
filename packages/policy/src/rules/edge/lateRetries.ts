import { over, type Rule } from "../../rule";
import { type Fields, kindOf, type ResourceView } from "../../view";

/** Conditions of HAProxy's `retry-on` under which nothing can have reached the engine. */
const harmless = ["conn-failure", "none"];

/** A generation that has begun and is sent again runs twice: the GPUs pay for both, and the client may get half of each. */
export const lateRetries: Rule = {
  name: "no-retry-after-headers",
  description: "Proxies try again only while nothing has reached an engine.",
  severity: "high",
  level: "mandatory",
  tags: ["network"],
  remediation:
    'Retry on connection failure only: retry-on conn-failure in HAProxy, proxy-next-upstream: "off" in ingress-nginx, no retry in service meshes.',
  scope: "stack",
  check: ({ resources, engines }) => (engines.length === 0 ? [] : over(resources, retries)),
};

function retries(resource: ResourceView): string | string[] | undefined {
  const { fields } = resource;
  switch (kindOf(resource)) {
    case "ConfigMap":
      return [...haproxy(fields), ...nginxSettings(fields)];
    case "Ingress":
      return ingress(fields.at("metadata", "annotations"));
    case "Middleware":
      return fields.at("spec", "retry").exists
        ? "a retry middleware sends a request again whose answer has not begun, although the engine may be working on it. Remove spec.retry."
        : undefined;
    case "VirtualService":
      return meshRoutes(fields);
    default:
      return undefined;
  }
}

function haproxy(fields: Fields): string[] {
  return fields
    .at("data")
    .entries()
    .flatMap(([key, file]) => {
      const text = file.text() ?? "";
      if (!/^\s*(defaults|backend|listen)\b/m.test(text)) return [];
      const words = [...text.matchAll(/^\s*retry-on\s+([^#\n]+)/gm)].flatMap(([, list = ""]) =>
        list.trim().split(/\s+/),
      );
      const late = words.filter((word) => !harmless.includes(word));
      return late.length === 0
        ? []
        : `retry-on ${late.join(" ")} in ${key} sends a generation again that may have begun. Use retry-on conn-failure.`;
    });
}

/** ingress-nginx's own ConfigMap. */
function nginxSettings(fields: Fields): string[] {
  const data = fields.at("data");
  if (!data.at("retry-non-idempotent").known || !data.at("retry-non-idempotent").flag()) return [];
  return ["retry-non-idempotent sends POST requests again that an engine may have begun. Remove it."];
}

function ingress(annotations: Fields): string[] {
  const next = annotations.at("nginx.ingress.kubernetes.io/proxy-next-upstream").text() ?? "";
  const late = next.split(/\s+/).filter((word) => /^(non_idempotent|http_\d+|invalid_header)$/.test(word));
  const snippet = annotations.at("haproxy-ingress.github.io/config-backend").text() ?? "";
  const own = /retry-on\s+(?!conn-failure\b|none\b)\S+/.exec(snippet)?.[0];
  return [
    ...(late.includes("non_idempotent")
      ? [
          `proxy-next-upstream: ${next} sends POST requests to a second engine while the first may be working. Use "off".`,
        ]
      : []),
    ...(own === undefined ? [] : [`${own} sends a generation again that may have begun. Use retry-on conn-failure.`]),
  ];
}

function meshRoutes(fields: Fields): string[] {
  return fields
    .at("spec", "http")
    .items()
    .flatMap((route) => {
      const attempts = route.at("retries", "attempts").number() ?? 0;
      const on = (route.at("retries", "retryOn").text() ?? "").split(",").map((word) => word.trim());
      const late = on.filter((word) => word !== "" && word !== "connect-failure" && word !== "refused-stream");
      if (!route.at("retries").exists || attempts === 0 || (late.length === 0 && on[0] !== "")) return [];
      return `retries on ${late.join(", ") || "the mesh's defaults"} send a generation again that may have begun. Use retryOn: connect-failure, or attempts: 0.`;
    });
}
