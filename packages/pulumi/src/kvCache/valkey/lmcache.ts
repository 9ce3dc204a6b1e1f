import * as pulumi from "@pulumi/pulumi";
import { kvCacheMaster, type LMCachePlan } from "@sonar-iac/topology";
import type { SecretReference } from "../../caches";
import type { KVCacheAttachment } from "../../engine";
import type { LMCacheArgs } from "../backends";
import type { ServerSite } from "../server";
import { passwordOf } from "./password";
import { valkeyServer } from "./server";

type Given = Pick<KVCacheAttachment, "values" | "env" | "volumes" | "mounts" | "after">;

const passwordVariable = "SONAR_KV_CACHE_PASSWORD";
const authority = { volume: "kv-cache-ca", folder: "/etc/sonar-kv-cache-ca", file: "ca.crt" };

/** What LMCache's entries are in, made or given, and how engines get at it. */
export function lmcacheServer(
  plan: LMCachePlan,
  { server: args }: LMCacheArgs,
  siteOf: () => ServerSite,
): Given & { host: pulumi.Output<string> } {
  const { server } = plan;
  if (args.kind === "valkey" && server.kind === "valkey") {
    const site = siteOf();
    const password = passwordOf(site.name, args.password, site.args.platform.namespace, site.opts);
    const after = valkeyServer(site, server, args, password);
    const { env, values } = access(plan, site.host, password);
    const { variables, ...mounted } = trusted(args.tlsSecretName);
    return { values, env: [...env, ...variables], ...mounted, host: site.host, after };
  }
  // the rules see to it that it is there
  const given = args as { endpoint?: pulumi.Input<string>; password?: SecretReference };
  const host = pulumi.output(given.endpoint as string);
  const { secretName, key = "token" } = given.password as SecretReference;
  return { ...access(plan, host, { secretName, key }), volumes: [], mounts: [], host, after: [] };
}

/** The address with the user in it: Kubernetes puts the password into it when a pod starts, so that it stands in no manifest. */
function access(
  { server }: LMCachePlan,
  host: pulumi.Output<string>,
  { secretName, key }: Required<SecretReference>,
): Pick<Given, "values" | "env"> {
  const scheme = server.kind === "elasticache" || server.tls ? "rediss" : "redis";
  return {
    values: { [kvCacheMaster]: host },
    env: [
      { name: passwordVariable, valueFrom: { secretKeyRef: { name: secretName, key } } },
      {
        name: "LMCACHE_REMOTE_URL",
        value: pulumi.interpolate`${scheme}://${server.user}:$(${passwordVariable})@${host}:${server.port}`,
      },
    ],
  };
}

/** Python takes the server's authority from where this variable points; it is all that an engine without a network to the outside speaks TLS with. */
function trusted(tlsSecretName: pulumi.Input<string> | undefined) {
  if (tlsSecretName === undefined) return { variables: [], volumes: [], mounts: [] };
  const { volume, folder, file } = authority;
  return {
    variables: [{ name: "SSL_CERT_FILE", value: `${folder}/${file}` }],
    volumes: [{ name: volume, secret: { secretName: tlsSecretName, items: [{ key: file, path: file }] } }],
    mounts: [{ name: volume, mountPath: folder, readOnly: true }],
  };
}
