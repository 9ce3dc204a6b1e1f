import {
  check,
  type GatewaySpec,
  type ModelArgs,
  object,
  ownedVariables,
  ownedWithCache,
  type Problem,
  text,
} from "@sonar-iac/topology";
import { z } from "zod";
import { input, laterProblem, type overridesOf, platformSchema, runAsUserSchema, takeEventual } from "../args";
import { ModelCache, type ModelCacheArgs, plainCache, secretReferenceSchema, tokenProblems } from "../caches";
import { gatewayNames } from "../gateway/args";
import { ApiKeys, type ApiKeysArgs } from "../keys";
import { plainKeys } from "../keys/args";
import { attachProblems, ExternalKVCache } from "../kvCache";
import type { ServiceArgs } from "./args";

/** Names and other late values that all services take. */
const names = object({
  platform: platformSchema,
  image: input(
    text("Give the engine's image, best with a digest.").refine((image) => !/\s/.test(image), {
      error: "must be an image reference without blanks.",
    }),
  ),
  secretEnvironment: z
    .record(
      z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be a name of letters, digits and "_".' }),
      secretReferenceSchema,
    )
    .optional(),
  runAsUser: runAsUserSchema.optional(),
});

type Fields = Record<string, unknown>;

/** What is plain in a service's arguments, for topology, and what is wrong with the rest. */
export function splitArgs(
  args: ServiceArgs & { overrides?: object },
  children: ReturnType<typeof overridesOf>,
): { spec: Fields; problems: Problem[] } {
  const { platform, image, huggingFaceToken, secretEnvironment, runAsUser, overrides, ...rest } = args;
  const { gateway, apiKeys, modelCache, kvCache, ...plain } = rest;
  const late = defined({ secretEnvironment, runAsUser });
  const problems = [
    ...check(names, { platform, image, ...late }).problems,
    ...check(children, overrides, "overrides").problems,
    ...tokenProblems(huggingFaceToken, platform),
  ];
  const cache = kvCache instanceof ExternalKVCache ? kvCache : undefined;
  for (const name of Object.keys(secretEnvironment ?? {})) {
    const owner = ownedVariables.get(name) ?? (cache && variableOwner(cache, name));
    if (owner === undefined) continue;
    problems.push({ path: `secretEnvironment.${name}`, message: `is set by ${owner}. Leave it out here.` });
  }
  const spec = {
    ...plain,
    platform: defined({
      nodes: platform?.nodes ?? {},
      nodeGroups: platform?.nodeGroups,
      loadBalancer: platform?.loadBalancer,
      modelCache: platform?.modelCache?.spec,
    }),
    gateway: gateway && gatewaySpec(gateway as unknown as Fields, problems),
    apiKeys: apiKeys && keysSpec(apiKeys, problems),
    modelCache: modelCache && cacheSpec(modelCache, args.model, problems),
    // what is none is reported with the plain part
    kvCache: cache?.plan ?? kvCache,
  };
  if (cache) problems.push(...attachProblems(cache, args));
  const taken = takeEventual(defined(spec));
  problems.push(...taken.eventual.map(laterProblem));
  return { spec: taken.plain as Fields, problems };
}

/** Which part of a cache sets a variable of its engines. */
const variableOwner = ({ plan, attachment }: ExternalKVCache, variable: string): string | undefined =>
  ownedWithCache(plan.backend.kind).variables.get(variable) ??
  (attachment.env.some(({ name }) => name === variable) ? "kvCache: access to its entries" : undefined);

function gatewaySpec(args: Fields, problems: Problem[]): Fields {
  if (typeof args !== "object") return args;
  const { image, exposure, tlsSecretName, ...plain } = args;
  problems.push(...check(gatewayNames, defined({ image, exposure, tlsSecretName }), "gateway").problems);
  const kind = (exposure as { kind?: GatewaySpec["exposure"] } | undefined)?.kind;
  // a wrong kind is reported once, with the names
  const known = kind === "cluster-ip" || kind === "load-balancer" || kind === "ingress";
  return { ...plain, ...(known && { exposure: kind }), tls: tlsSecretName !== undefined };
}

function keysSpec(args: ApiKeysArgs | ApiKeys, problems: Problem[]): unknown {
  if (typeof args !== "object") return args;
  if (!(args instanceof ApiKeys)) return plainKeys(args, problems, "apiKeys");
  return { clients: args.plan.clients, existing: true };
}

function cacheSpec(args: ModelCacheArgs | ModelCache, model: ModelArgs | undefined, problems: Problem[]): unknown {
  if (typeof args !== "object") return args;
  if (!(args instanceof ModelCache)) return plainCache(args, problems, "modelCache");
  const holds = `${args.model.source}@${args.model.revision ?? "main"}`;
  const serves = `${model?.source}@${model?.revision ?? "main"}`;
  if (model && holds !== serves) {
    problems.push({
      path: "modelCache",
      message: `holds ${holds}, but the service serves ${serves}. Give it the cache of that model, or change model.source or model.revision.`,
    });
  }
  return args.cache && plainCache(args.cache, [], "modelCache");
}

const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
