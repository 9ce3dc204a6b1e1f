import type { Problem } from "../plan";

/** StatefulSets add a hash of 11 characters to a label of at most 63, and the longest role is "-engine-key". */
const longest = 40;

/** A service's name begins the names of its resources and of DNS records. */
export function nameProblems(name: string): Problem[] {
  if (name.length > longest) {
    return [
      {
        path: "name",
        value: name,
        message: `"${name}" has ${name.length} characters, and names of pods begin with it. Use at most ${longest}.`,
      },
    ];
  }
  if (/^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name)) return [];
  return [
    {
      path: "name",
      value: name,
      message: `"${name}" cannot begin names of Kubernetes resources. Use lower-case letters, digits and "-", with a letter first.`,
    },
  ];
}
