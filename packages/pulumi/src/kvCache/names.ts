import {
  check,
  cpuSchema,
  filesystemSchema,
  type KVCacheSpec,
  lmcacheSchema,
  mooncakeSchema,
  number,
  object,
  objectStoreSchema,
  type Problem,
  text,
} from "@sonar-iac/topology";
import { z } from "zod";
import { input } from "../args";
import { secretReferenceSchema } from "../caches/args";
import type { KVCacheBackendArgs } from "./backends";

const name = (what: string) => input(text(`Give ${what}.`)).optional();
const entry = text("Name an entry of the Secret, or leave it out.").optional();
const roleArn = input(
  text("Give the ARN of a role, or leave it out.").refine((arn) => /^arn:[\w-]+:iam::\d{12}:role\/.+/.test(arn), {
    error: 'must be the ARN of a role, for example "arn:aws:iam::111122223333:role/kv-cache".',
  }),
).optional();

const access = z
  .discriminatedUnion("kind", [
    object({ kind: z.literal("secret"), secretName: input(text("Name the Secret.")), keyId: entry, key: entry }),
    object({ kind: z.literal("pod-identity"), roleArn }),
    object({
      kind: z.literal("irsa"),
      roleArn,
      oidcProviderArn: name("the ARN of the cluster's OIDC provider"),
    }),
  ])
  .optional();

/** Fields of a backend that are names, by kind: the plain rest is topology's to check. */
const backendNames = {
  mooncake: object({ storageClass: name("a storage class") }),
  filesystem: object({
    claimName: name("the name of a claim"),
    storageClass: name("a storage class"),
    sizeGiB: number({ min: 0, hint: "Give GiB, or leave it out." }).optional(),
  }),
  "object-store": object({ bucket: name("the name of a bucket"), access }),
  cpu: object({}),
  lmcache: object({}),
} as const;

const serverNames = {
  valkey: object({
    image: name("an image"),
    tlsSecretName: name("the name of a Secret of type kubernetes.io/tls"),
    password: secretReferenceSchema.optional(),
  }),
  elasticache: object({
    endpoint: name("the cache's endpoint"),
    password: secretReferenceSchema.optional(),
  }),
} as const;

/** Fields that topology knows, by kind. */
const plainFields = {
  mooncake: Object.keys(mooncakeSchema.shape),
  filesystem: Object.keys(filesystemSchema.shape),
  "object-store": Object.keys(objectStoreSchema.shape),
  cpu: Object.keys(cpuSchema.shape),
  lmcache: Object.keys(lmcacheSchema.shape),
};

const serverFields = Object.fromEntries(
  lmcacheSchema.shape.server.options.map(({ shape }) => [shape.kind.value, Object.keys(shape)]),
) as Record<keyof typeof serverNames, string[]>;

type Fields = Record<string, unknown>;

/** The plain part of a backend's arguments; what is wrong with the names joins the problems. */
export function plainBackend(args: KVCacheBackendArgs, problems: Problem[]): KVCacheSpec["backend"] {
  // what is no object, or of an unknown kind, is reported with the plain part
  if (typeof args !== "object" || args === null || !(args.kind in backendNames)) return args as KVCacheSpec["backend"];
  const plain = apart(args as unknown as Fields, backendNames[args.kind], plainFields[args.kind], "backend", problems);
  if (args.kind !== "lmcache") return plain as unknown as KVCacheSpec["backend"];
  const { server } = args;
  if (typeof server !== "object" || server === null || !(server.kind in serverNames))
    return plain as unknown as KVCacheSpec["backend"];
  const kind = server.kind as keyof typeof serverNames;
  return {
    ...plain,
    server: apart(server as unknown as Fields, serverNames[kind], serverFields[kind], "backend.server", problems),
  } as unknown as KVCacheSpec["backend"];
}

/** The fields that are no names; those that are nothing at all are reported here, where names and the plain rest are known. */
function apart(args: Fields, names: z.ZodObject, plain: string[], path: string, problems: Problem[]): Fields {
  const isName = ([key]: [string, unknown]) => key in names.shape;
  const fields = Object.entries(args).filter(([, value]) => value !== undefined);
  const all = [...plain, ...Object.keys(names.shape)].map((key) => [key, z.unknown().optional()]);
  problems.push(
    ...check(names, Object.fromEntries(fields.filter(isName)), path).problems,
    ...check(object(Object.fromEntries(all)), args, path).problems,
  );
  return Object.fromEntries(fields.filter(([key]) => plain.includes(key)));
}
