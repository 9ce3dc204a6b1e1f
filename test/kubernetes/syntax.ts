/** Looks at one value: what is wrong with it, or undefined. */
export type Syntax<T = string> = (value: T) => string | undefined;

const quoted = (value: unknown) => JSON.stringify(value);

function matching(pattern: RegExp, max: number, wanted: string): Syntax {
  return (value) => {
    if (value.length > max) return `${quoted(value)} has ${value.length} characters, at most ${max} are allowed`;
    return pattern.test(value) ? undefined : `${quoted(value)} must be ${wanted}`;
  };
}

const LABEL = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/** RFC 1123 label: names of Services, containers, volumes, namespaces. */
export const dnsLabel = matching(
  new RegExp(`^${LABEL}$`),
  63,
  "lower-case letters, digits and hyphens, with a letter or digit at both ends",
);

/** RFC 1123 subdomain: names of most other objects. */
export const dnsSubdomain = matching(
  new RegExp(`^${LABEL}(\\.${LABEL})*$`),
  253,
  "lower-case letters, digits, hyphens and dots, with a letter or digit at both ends of each part",
);

/** RBAC names may be any path segment. */
export const pathSegment = matching(/^(?!\.\.?$)[^/%]+$/, 253, 'a path segment: not "." or "..", without / and %');

/** A label's value; it may be empty. */
export const labelValue = matching(
  /^([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?$/,
  63,
  "letters, digits, hyphens, underscores and dots, with a letter or digit at both ends",
);

/** Key of a ConfigMap or Secret. */
export const dataKey = matching(
  /^(?!\.\.)(?!\.$)[-._a-zA-Z0-9]+$/,
  253,
  "letters, digits, hyphens, underscores and dots, and not begin with ..",
);

/** Name of an environment variable: any printable ASCII but "=". */
export const envName = matching(/^[ -<>-~]+$/, Number.POSITIVE_INFINITY, 'printable ASCII without "="');

/** Name of a container's port; a Service port's is a {@link dnsLabel}. */
export const portName = matching(
  /^(?=.*[a-z])(?!.*--)[a-z0-9]([-a-z0-9]*[a-z0-9])?$/,
  15,
  "lower-case letters, digits and single hyphens, with at least one letter and none at the ends but letters and digits",
);

/** A whole percentage, such as 25%. */
export const percent = matching(/^\d+%$/, 16, "a percentage such as 25%");

/** A TCP or UDP port. */
export const portNumber: Syntax<number> = (value) =>
  value >= 1 && value <= 65535 ? undefined : `${value} must be a port from 1 to 65535`;

/** A port's number, or the name of a container's port. */
export const portReference: Syntax<number | string> = (value) =>
  typeof value === "number" ? portNumber(value) : portName(value);

/** A count, or a percentage of one. */
export const countOrPercent: Syntax<number | string> = (value) => {
  if (typeof value === "string") return percent(value);
  return value >= 0 ? undefined : `${value} must not be negative`;
};

const KEY_NAME = matching(
  /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/,
  63,
  "letters, digits, hyphens, underscores and dots, with a letter or digit at both ends",
);

/** Key of a label, an annotation or a resource: a name with an optional DNS prefix and a slash. */
export const qualifiedName: Syntax = (value) => {
  const parts = value.split("/");
  if (parts.length > 2) return `${quoted(value)} has more than one slash`;
  const [prefix, name] = parts.length === 2 ? parts : [undefined, value];
  return (prefix === undefined ? undefined : dnsSubdomain(prefix)) ?? KEY_NAME(name ?? "");
};
