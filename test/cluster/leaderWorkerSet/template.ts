import type { LeaderWorkerTemplate, PodTemplate } from "./types";

/** A pod template with more labels and annotations. */
export const withMetadata = (
  { metadata, spec }: PodTemplate,
  { labels, annotations }: Required<NonNullable<PodTemplate["metadata"]>>,
): PodTemplate => ({
  metadata: {
    labels: { ...metadata?.labels, ...labels },
    annotations: { ...metadata?.annotations, ...annotations },
  },
  spec,
});

/** Volumes of each pod's own, of leaders and workers alike. */
export const claims = ({ volumeClaimTemplates, persistentVolumeClaimRetentionPolicy }: LeaderWorkerTemplate) => ({
  ...(volumeClaimTemplates && { volumeClaimTemplates }),
  ...(persistentVolumeClaimRetentionPolicy && { persistentVolumeClaimRetentionPolicy }),
});
