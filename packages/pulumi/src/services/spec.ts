import {
  check,
  type GatewaySpec,
  type ModelArgs,
  object,
  ownedVariables,
  type Problem,
  text,
  wholeNumber,
} from "@sonar-iac/topology";
import { z } from "zod";
import { input, laterProblem, takeEventual } from "../args";
import { ModelCache, type ModelCacheArgs, plainCache, secretReferenceSchema, tokenProblems } from "../caches";
import { gatewayNames } from "../gateway/args";
import { ApiKeys, type ApiKeysArgs } from "../keys";
import { plainKeys } from "../keys/args";
import type { ServiceArgs } from "./args";

/** Names and other late values that all services take. */
const names = object({
  platform: z.custom((value) => typeof value === "object" && value !== null && "kind" in value, {
    error: "is missing. Use kubernetes({ nodes: … }).",
  }),
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
  runAsUser: wholeNumber({ min: 0, max: 2 ** 31 - 1, hint: "Give a numeric user id; 1000 is the default." }).optional(),
  overrides: object({
    engine: object({ pod: z.object().optional(), container: z.object().optional() }).optional(),
    gateway: object({ pod: z.object().optional(), container: z.object().optional() }).optional(),
  }).optional(),
});

type Fields = Record<string, unknown>;

/** What is plain in a service's arguments, for topology, and what is wrong with the rest. */
export function splitArgs(args: ServiceArgs): { spec: Fields; problems: Problem[] } {
  const { platform, image, huggingFaceToken, secretEnvironment, runAsUser, overrides, ...rest } = args;
  const { gateway, apiKeys, modelCache, ...plain } = rest;
  const late = defined({ secretEnvironment, runAsUser, overrides });
  const problems = [
    ...check(names, { platform, image, ...late }).problems,
    ...tokenProblems(huggingFaceToken, platform),
  ];
  for (const name of Object.keys(secretEnvironment ?? {})) {
    const owner = ownedVariables.get(name);
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
  };
  const taken = takeEventual(defined(spec));
  problems.push(...taken.eventual.map(laterProblem));
  return { spec: taken.plain as Fields, problems };
}

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
