import { type Finding, finding } from "../recorder/finding";
import { didYouMean } from "../text/nearest";
import { type Declaration, hasType, typeName } from "./declarations";
import { type Override, parseOverride, setAt } from "./override";
import { Faults } from "./problems";
import type { Project } from "./project";
import { hasSecure, placeholders } from "./secure";
import type { Stack } from "./stack";

/** The configuration that the program gets. */
export interface Config {
  /** Text or JSON by full key. */
  values: Record<string, string>;
  secretKeys: string[];
  /** What must not be printed. */
  secrets: unknown[];
  warnings: Finding[];
}

/**
 * The stack's values with the overrides, and the project's defaults where there are none. Encrypted values cannot be read, so
 * placeholders take their place. Throws InvalidProgramError with everything that is missing or of the wrong type.
 */
export function makeConfig(project: Project, stack: Stack, overrides: string[]): Config {
  const faults = new Faults(`Configuration of stack ${stack.name}`);
  const found = new Map<string, unknown>(stack.values);
  const secretKeys = new Set([...found].filter(([, value]) => hasSecure(value)).map(([key]) => key));
  const config: Config = { values: {}, secretKeys: [], secrets: [], warnings: [] };
  const isKnown = (key: string) => found.has(key) || project.declarations.has(key);

  for (const text of overrides) {
    const override = read(text, project.name, isKnown, faults);
    if (override === undefined) continue;
    const { key, path, value } = override;
    if (!isKnown(key)) undeclared(key, project, faults, config);
    found.set(key, setAt(found.get(key) ?? project.declarations.get(key)?.fallback, path, value));
    if (project.declarations.get(key)?.secret) secretKeys.add(key);
    if (secretKeys.has(key)) config.secrets.push(value);
  }
  for (const declaration of project.declarations.values()) {
    const given = found.get(declaration.key);
    if (given !== undefined) check(declaration, given, secretKeys.has(declaration.key), faults);
    else if (declaration.fallback !== undefined) {
      found.set(declaration.key, declaration.fallback);
      if (declaration.secret) secretKeys.add(declaration.key);
    } else
      faults.add(
        declaration.key,
        `Pulumi.yaml requires a value. Set it: pulumi config set, or --config ${declaration.key}=….`,
      );
  }
  faults.throwIfAny();

  for (const [key, value] of found) {
    const plain = placeholders(
      value,
      key,
      (made) => config.secrets.push(made),
      project.declarations.get(key)?.type?.type,
    );
    config.values[key] = typeof plain === "object" && plain !== null ? JSON.stringify(plain) : String(plain ?? "");
  }
  config.secretKeys = [...secretKeys];
  if (secretKeys.size > 0 && [...found.values()].some(hasSecure)) {
    const encrypted = [...found].filter(([, value]) => hasSecure(value)).map(([key]) => key);
    config.warnings.push(
      finding(null, `Encrypted values cannot be read in a preview; placeholders stand for ${encrypted.join(", ")}.`),
    );
  }
  if (stack.environments) {
    config.warnings.push(
      finding(
        null,
        `Pulumi.${stack.name}.yaml imports environments, which a preview cannot read. Pass their values with --config.`,
      ),
    );
  }
  return config;
}

function read(text: string, project: string, known: (key: string) => boolean, faults: Faults): Override | undefined {
  try {
    return parseOverride(text, project, known);
  } catch (error) {
    faults.add("", error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** A key that no file mentions: an error if it looks like a slip of the pen, else a warning, as the program may read it. */
function undeclared(key: string, project: Project, faults: Faults, config: Config): void {
  if (project.declarations.size === 0 || !key.startsWith(`${project.name}:`)) return;
  const own = [...project.declarations.keys()].filter((one) => one.startsWith(`${project.name}:`));
  const [name, ...names] = [key, ...own].map((one) => one.slice(project.name.length + 1));
  const meant = didYouMean(name ?? key, names);
  if (meant !== "") faults.add(key, `Pulumi.yaml declares no such value. ${meant}`);
  else
    config.warnings.push({
      component: null,
      path: key,
      message: "Pulumi.yaml declares no such value; the program may not read it.",
    });
}

function check(declaration: Declaration, value: unknown, secret: boolean, faults: Faults): void {
  const { key, type } = declaration;
  if (declaration.secret && !secret) {
    faults.add(
      key,
      `Pulumi.yaml declares it secret, but the stack holds it in clear. Encrypt it: pulumi config set --secret ${key}.`,
    );
  }
  // what is encrypted cannot be checked
  if (type === undefined || hasSecure(value)) return;
  // Pulumi passes numbers and booleans on as text, but a text must have been one
  const written = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (!hasType(written, type)) faults.add(key, `Must be of type ${typeName(type)}.`, secret ? undefined : value);
}
