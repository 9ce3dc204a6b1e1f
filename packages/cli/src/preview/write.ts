import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { type Finding, finding, groupVersionKind, isObject, type RecordedResource, type Recording } from "../recorder";
import { isManifest, type Manifest, makeManifest, PLACEHOLDER } from "./manifest";
import { rank } from "./order";

/** First line of every file, by which the folder is known as ours. */
const MARKER = "# Written by sonar preview --out, which replaces it at the next run.";

/** What was written, or why nothing was. */
export interface Written {
  files: string[];
  warnings: Finding[];
  /** Why the folder was left alone. */
  refusal?: string;
}

/**
 * Writes each Kubernetes object as a YAML file, numbered in the order in which `kubectl apply -f` has to create them. Files of an
 * earlier run are replaced; a folder that holds anything else is left alone.
 */
export function writeManifests(recording: Recording, folder: string): Written {
  const refusal = whyNot(folder);
  if (refusal !== undefined) return { files: [], warnings: [], refusal };
  const manifests = recording.resources
    .filter(isManifest)
    .map((resource) => ({ ...makeManifest(resource), kind: groupVersionKind(resource.type).kind, name: resource.name }))
    .sort((a, b) => rank(a.kind) - rank(b.kind) || compare(a.kind, b.kind) || compare(a.name, b.name));

  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) rmSync(join(folder, file));
  const digits = String(manifests.length).length;
  const files = manifests.map((manifest, index) => {
    const number = String(index + 1).padStart(digits, "0");
    const file = `${number}-${slug(manifest.kind)}-${slug(manifest.name)}.yaml`;
    writeFileSync(
      join(folder, file),
      fileText(manifest, (text) => recording.secrets.scrubValue(text)),
    );
    return file;
  });
  return { files, warnings: leftOut(recording) };
}

function fileText(manifest: Manifest, scrub: (text: string) => string): string {
  const comments = [MARKER];
  const fill = (what: string, paths: string[]) => {
    if (paths.length > 0) comments.push(`# ${what}; replace ${PLACEHOLDER} before you apply: ${paths.join(", ")}`);
  };
  fill("Secrets are never written", manifest.secrets);
  fill("Known only after deployment", manifest.unknowns);
  // kubectl reads YAML 1.1, where yes and 0777 are no texts
  const yaml = stringify(manifest.object, { compat: "yaml-1.1", lineWidth: 0, aliasDuplicateObjects: false });
  return scrub(`${comments.join("\n")}\n${yaml}`);
}

function whyNot(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  if (!statSync(folder).isDirectory()) return `${folder} is a file. Name a folder for --out.`;
  const foreign = readdirSync(folder).filter((file) => !isOurs(join(folder, file)));
  if (foreign.length === 0) return undefined;
  const some = foreign.slice(0, 3).join(", ") + (foreign.length > 3 ? ", …" : "");
  return `${folder} holds files that sonar preview did not write (${some}). Nothing was written; name an empty folder for --out.`;
}

function isOurs(file: string): boolean {
  return statSync(file).isFile() && readFileSync(file, "utf8").startsWith(MARKER);
}

/** Resources of the program that no manifest stands for. */
function leftOut(recording: Recording): Finding[] {
  const others = recording.resources.filter(
    (one) => one.kind !== "component" && one.kind !== "read" && !isManifest(one),
  );
  const made = new Set(recording.resources.filter(isManifest).map(objectKey));
  const missing = others.filter(
    ({ type, outputs }) =>
      !type.startsWith("pulumi:providers:") &&
      !type.startsWith("random:") &&
      // a patch of an object that is written is for Pulumi
      !(type.endsWith("Patch") && made.has(objectKey({ type: type.slice(0, -"Patch".length), outputs }))),
  );
  if (missing.length === 0) return [];
  const names = missing.map((one) => `${one.type.slice(one.type.lastIndexOf(":") + 1)} "${one.name}"`);
  return [finding(null, `No manifests stand for ${names.join(", ")}: they are no Kubernetes objects of their own.`)];
}

/** What tells an object from others: its kind, name and namespace. */
function objectKey({ type, outputs }: Pick<RecordedResource, "type" | "outputs">): string {
  const metadata = isObject(outputs.metadata) ? outputs.metadata : {};
  return JSON.stringify([type, metadata.name, metadata.namespace]);
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
