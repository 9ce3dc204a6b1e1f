import type { Value } from "../view";
import type { Settings } from "./rule";

/** A number that was set. */
export function numberSetting(settings: Settings, name: string): number | undefined {
  const value = settings[name];
  return typeof value === "number" ? value : undefined;
}

/** A list of texts that was set; undefined where there is none. */
export function listSetting(settings: Settings, name: string): string[] | undefined {
  const value = settings[name];
  return Array.isArray(value) ? value.filter((one: Value) => typeof one === "string") : undefined;
}

/** A map of texts that was set; empty where there is none. */
export function mapSetting(settings: Settings, name: string): Record<string, string> {
  const value = settings[name];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

/** Whether a name fits a pattern, in which `*` stands for anything. */
export function fitsPattern(name: string, pattern: string): boolean {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`).test(name);
}
