import type { Problem } from "../plan";

/** StatefulSets add a hash of 11 characters to a label of at most 63, and the longest role is "-engine-key". */
const longestName = 40;

/** The pods of groups add a layout, such as "-t8p4n4", four digits for their claims, and the group's number of at most three. */
export const longestOfGroup = ({ layout }: { layout: string }) =>
  63 - 11 - "-prefill".length - 1 - layout.length - 5 - 4;

/** A service's name begins the names of its resources and of DNS records. */
export function nameProblems(name: string, longest = longestName): Problem[] {
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
