import type { Problem } from "@sonar-iac/topology";
import type { Platform } from "../platform";
import type { ExternalKVCacheArgs } from "./args";
import type {
  BucketAccess,
  FilesystemCacheArgs,
  LMCacheServerArgs,
  MooncakeArgs,
  ObjectStoreCacheArgs,
} from "./backends";

/** What of a cache's names does not go together, or not with its platform. */
export function nameRules({ platform, image, backend }: ExternalKVCacheArgs): Problem[] {
  // a platform that is none has been reported
  if (typeof platform !== "object" || platform === null) return [];
  switch (backend?.kind) {
    case "mooncake":
      return mooncakeRules(image, backend);
    case "filesystem":
      return claimRules(backend);
    case "object-store":
      return bucketRules(platform, backend);
    case "lmcache":
      return serverRules(backend.server);
    default:
      return [];
  }
}

function mooncakeRules(image: unknown, { storageClass, ssdGiB }: MooncakeArgs): Problem[] {
  const problems: Problem[] = [];
  if (image === undefined) {
    problems.push({
      path: "image",
      message:
        "is missing. Give an image with mooncake_master and mooncake_client (PyPI: mooncake-transfer-engine), for example the engine's.",
    });
  }
  if (storageClass !== undefined && ssdGiB === undefined) {
    problems.push({
      path: "backend.storageClass",
      message: "is for the claims of a second tier, and there is none. Either ssdGiB, or leave it out.",
    });
  }
  return problems;
}

function claimRules({ claimName, storageClass, sizeGiB, maxGiB }: FilesystemCacheArgs): Problem[] {
  const given = { storageClass, sizeGiB };
  if (claimName !== undefined) {
    return Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([field]) => ({
        path: `backend.${field}`,
        message: "is for a new claim, and backend.claimName names one that exists. Leave out one of them.",
      }));
  }
  if (sizeGiB === undefined || !(sizeGiB <= maxGiB)) return [];
  return [
    {
      path: "backend.sizeGiB",
      value: sizeGiB,
      message: `${sizeGiB} GiB leave no room for what is written between two cleanings, which keep up to ${maxGiB} GiB. Either more, for example ${Math.ceil(maxGiB * 1.25)}, or a smaller maxGiB.`,
    },
  ];
}

function bucketRules(platform: Platform, { bucket, access, expiry, endpoint }: ObjectStoreCacheArgs): Problem[] {
  const problems: Problem[] = [];
  const makes = platform.kvCache !== undefined;
  if (bucket === undefined && !makes) {
    problems.push({
      path: "backend.bucket",
      message: "is missing. Either name a bucket that exists, or use eks({ … }), where one is made.",
    });
  }
  if (bucket === undefined && makes && endpoint !== undefined) {
    problems.push({
      path: "backend.endpoint",
      value: endpoint,
      message:
        "is of a store that exists, but the bucket is made in Amazon S3. Either name its bucket, or leave it out.",
    });
  }
  if (bucket === undefined && makes && expiry === "by-owner") {
    problems.push({
      path: "backend.expiry",
      value: expiry,
      message: 'leaves the new bucket to grow for ever. Leave it out, or name a bucket that exists: "bucket".',
    });
  }
  if (bucket !== undefined && expiry !== "by-owner") {
    problems.push({
      path: "backend.expiry",
      ...(expiry !== undefined && { value: expiry }),
      message:
        'nothing in the engine removes objects, and a rule of ours would take the place of all rules of the bucket. Either have objects expire there by a rule of yours and say so, expiry: "by-owner", or leave out the bucket on eks({ … }).',
    });
  }
  return [...problems, ...accessRules(platform, access)];
}

function accessRules(platform: Platform, access: BucketAccess | undefined): Problem[] {
  if (platform.kvCache !== undefined) {
    if (access?.kind !== "irsa" || access.roleArn !== undefined || access.oidcProviderArn !== undefined) return [];
    return [
      {
        path: "backend.access",
        message:
          "is missing what the role trusts. Either oidcProviderArn for a new role, or roleArn of one that exists.",
      },
    ];
  }
  if (access === undefined) {
    return [
      {
        path: "backend.access",
        message:
          'is missing. Either keys in a Secret, { kind: "secret", secretName }, or a role of the service accounts that exists, { kind: "irsa", roleArn }.',
      },
    ];
  }
  if (access.kind === "secret" || (access.kind === "irsa" && access.roleArn !== undefined)) return [];
  return [
    {
      path: "backend.access.kind",
      value: access.kind,
      message:
        access.kind === "irsa"
          ? "needs a role that exists on this platform. Either roleArn, or use eks({ … }), where one is made."
          : 'is for eks({ … }). Either use that, or { kind: "secret", secretName }.',
    },
  ];
}

function serverRules(server: LMCacheServerArgs | undefined): Problem[] {
  if (server?.kind === "valkey") {
    const tls = server.tls ?? true;
    if (tls === (server.tlsSecretName !== undefined)) return [];
    return [
      {
        path: "backend.server.tlsSecretName",
        message: tls
          ? "is missing. Either name a Secret of type kubernetes.io/tls for the server, with ca.crt beside, or tls: false where the network is trusted."
          : "has no effect with tls: false. Leave out one of them.",
      },
    ];
  }
  if (server?.kind !== "elasticache") return [];
  return (["endpoint", "password"] as const)
    .filter((field) => server[field] === undefined)
    .map((field) => ({
      path: `backend.server.${field}`,
      message: `is missing. Give that of a serverless cache of Valkey that exists, or use kind: "valkey".`,
    }));
}
