import type { Screen } from "../terminal/screen";
import { columns, hanging, pad } from "../text/wrap";
import type { Explained } from "./find";

/** Each value with its reason and what changes it. */
export function renderExplanations(found: Explained[], screen: Screen): string {
  const blocks = found.map((one) => {
    const value = `${screen.bold(nameOf(one, found))} = ${valueText(one.value)}`;
    const reason = hanging("  ", sentence(one.reason), screen.width);
    return one.override === ""
      ? `${value}\n${reason}`
      : `${value}\n${reason}\n${hanging("  Set by: ", one.override, screen.width)}`;
  });
  return `${blocks.join("\n\n")}\n`;
}

/** All paths with their values, a line each. */
export function renderList(found: Explained[], screen: Screen): string {
  const widest = Math.max(...found.map((one) => columns(nameOf(one, found))));
  const lines = found.map((one) => `${pad(nameOf(one, found), widest)}  ${screen.bold(valueText(one.value))}`);
  return `${lines.join("\n")}\n`;
}

/** The path, with the service's name where there are several services. */
function nameOf(one: Explained, all: Explained[]): string {
  return all.some((other) => other.service !== one.service) ? `${one.service}.${one.path}` : one.path;
}

function valueText(value: Explained["value"]): string {
  return value === null ? "unknown" : String(value);
}

function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}
