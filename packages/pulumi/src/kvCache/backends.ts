import type * as pulumi from "@pulumi/pulumi";
import type {
  CpuCacheSpec,
  FilesystemCacheSpec,
  LMCacheServerSpec,
  LMCacheSpec,
  MooncakeSpec,
  ObjectStoreCacheSpec,
} from "@sonar-iac/topology";
import type { SecretReference } from "../caches";

/** Mooncake's store. */
export interface MooncakeArgs extends MooncakeSpec {
  /** Class of the store nodes' claims; with `ssdGiB` only. @default the cluster's default class */
  storageClass?: pulumi.Input<string>;
}

/** A claim that all engines mount. */
export interface FilesystemCacheArgs extends FilesystemCacheSpec {
  /** A claim that exists, in the cache's namespace, for many nodes. Only the folder of this cache's identity is cleaned. @default a new one, which goes with the cache */
  claimName?: pulumi.Input<string>;
  /** Class of the new claim, for many nodes. @default the cluster's default class */
  storageClass?: pulumi.Input<string>;
  /** Size of the new claim in GiB; it holds what is written between two cleanings besides `maxGiB`. Claims cannot shrink, and grow only where their class lets them: state it to change `maxGiB` alone. @default 1.25 × maxGiB */
  sizeGiB?: number;
}

/** A bucket. */
export interface ObjectStoreCacheArgs extends ObjectStoreCacheSpec {
  /** A bucket that exists. @default a new one, on EKS only */
  bucket?: pulumi.Input<string>;
  /** How engines get at it. @default a new role by EKS Pod Identity, on EKS only */
  access?: BucketAccess;
}

/** How engines get at a bucket. */
export type BucketAccess =
  | {
      /** By keys in a Secret that exists, in the services' namespace. */
      kind: "secret";
      secretName: pulumi.Input<string>;
      /** Entry with the id of the key. @default "AWS_ACCESS_KEY_ID" */
      keyId?: string;
      /** Entry with the key. @default "AWS_SECRET_ACCESS_KEY" */
      key?: string;
    }
  | {
      /** By a role that pods get from EKS' agent; on EKS only. */
      kind: "pod-identity";
      /** A role that exists and may read, write and list the cache's objects. @default a new one */
      roleArn?: pulumi.Input<string>;
    }
  | {
      /** By a role for the engines' service accounts, through the cluster's OIDC provider. */
      kind: "irsa";
      /** A role that exists, trusts the provider, and may read, write and list the cache's objects. @default a new one, on EKS only */
      roleArn?: pulumi.Input<string>;
      /** ARN of the provider, for a new role. */
      oidcProviderArn?: pulumi.Input<string>;
    };

/** LMCache over Valkey. */
export interface LMCacheArgs extends Omit<LMCacheSpec, "server"> {
  server: LMCacheServerArgs;
}

/** What LMCache's entries are in. */
export type LMCacheServerArgs =
  | (Extract<LMCacheServerSpec, { kind: "valkey" }> & {
      /** Valkey's image, with a shell. @default docker.io/valkey/valkey:8.1.4 */
      image?: pulumi.Input<string>;
      /** Secret of type kubernetes.io/tls for the server's name, with `ca.crt` beside; needed unless `tls` is false. */
      tlsSecretName?: pulumi.Input<string>;
      /** Password of the only user, from a Secret that exists. @default a generated one */
      password?: SecretReference;
    })
  | (Extract<LMCacheServerSpec, { kind: "elasticache" }> & {
      /** Endpoint of a serverless cache of Valkey that exists, reached by the engines' nodes. */
      endpoint?: pulumi.Input<string>;
      /** Password of its user, from a Secret that exists. */
      password?: SecretReference;
    })
  | Extract<LMCacheServerSpec, { kind: "lmcache-server" }>;

/** What holds the entries. */
export type KVCacheBackendArgs = MooncakeArgs | FilesystemCacheArgs | ObjectStoreCacheArgs | CpuCacheSpec | LMCacheArgs;
