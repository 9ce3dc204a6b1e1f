import type { types } from "@pulumi/kubernetes";

/** A type with every field optional, all the way down: what a manifest is once its schema has been checked. */
export type Partly<T> = T extends (infer Item)[]
  ? Partly<Item>[]
  : T extends object
    ? string extends keyof T
      ? { [Key in keyof T]: Partly<T[Key]> }
      : { [Field in keyof T]?: Partly<T[Field]> }
    : T;

/** Container or init container. */
export type Container = Partly<types.output.core.v1.Container>;
/** Probe of a container. */
export type Probe = Partly<types.output.core.v1.Probe>;
/** Environment variable. */
export type EnvVar = Partly<types.output.core.v1.EnvVar>;
/** Object metadata. */
export type Metadata = Partly<types.output.meta.v1.ObjectMeta>;
/** Label selector. */
export type LabelSelector = Partly<types.output.meta.v1.LabelSelector>;
/** Pod template. */
export type PodTemplate = Partly<types.output.core.v1.PodTemplateSpec>;

/** Any manifest. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata?: Metadata;
}

/** A manifest with the given specification. */
export interface Of<Spec> extends Manifest {
  spec?: Partly<Spec>;
}
