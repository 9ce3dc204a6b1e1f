import type { OwnerReference, Resource } from "./types";

/** What makes an object go with its owner. */
export const ownedBy = ({ apiVersion, kind, metadata: { name, uid = "" } }: Resource): OwnerReference[] => [
  { apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true },
];

/** uid of the object that controls this one. */
export const controllerOf = ({ metadata }: Resource): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.uid;
