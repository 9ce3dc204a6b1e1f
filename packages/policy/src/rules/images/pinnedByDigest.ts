import { over, type Rule } from "../../rule";

/** A tag may move under a running deployment: replicas that restart would run something else. */
export const pinnedByDigest: Rule = {
  name: "image-pinned-by-digest",
  description: "Images of engines are pinned by digest.",
  severity: "high",
  level: "advisory",
  tags: ["security", "availability"],
  remediation:
    "Append the digest to the image: registry/name:tag@sha256:… (docker buildx imagetools inspect prints it).",
  scope: "resource",
  check: ({ engines }) =>
    over(engines, ({ container }) => {
      const image = container.at("image").text();
      if (image === undefined) return "the engine's container names no image. Give one with its digest.";
      if (/@sha256:[0-9a-f]{64}$/.test(image)) return undefined;
      const tag = /:[^/:@]+$/.test(image)
        ? "its tag may point to another image tomorrow"
        : "without a tag it is whatever is latest";
      return `${image} is not pinned: ${tag}. Append @sha256: and the digest.`;
    }),
};
