const quote = 0x22;
const backslash = 0x5c;

/** Where a string that begins at `at` ends: behind its closing quote; −1 if it does not. */
function stringEnd(text: string, at: number): number {
  for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
  return -1;
}

/** The text of a field of a JSON object, as it was written; undefined without that field. The text must be valid JSON. The last of several counts. */
export const memberText = (text: string, name: string): string | undefined => memberTexts(text).get(name);

/** The texts of all fields of a JSON object, as they were written. The text must be valid JSON. */
export function memberTexts(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  let start = -1;
  const close = (end: number) => {
    if (start >= 0 && key !== undefined) found.set(key, text.slice(start, end).trim());
    start = -1;
    key = undefined;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const end = stringEnd(text, at);
      if (end < 0) return found;
      if (depth === 1 && key === undefined) key = JSON.parse(text.slice(at, end)) as string;
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      if (depth === 1) close(at);
      depth--;
    } else if (depth === 1 && code === 0x3a && start < 0) start = at + 1;
    else if (depth === 1 && code === 0x2c) close(at);
  }
  return found;
}
