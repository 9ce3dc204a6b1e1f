/** One section of a configuration: its header, then indented lines; `false` leaves a line out. */
export function section(header: string, lines: readonly (string | false)[]): string {
  const body = lines.filter((line) => line !== false).map((line) => (line === "" ? "" : `  ${line}`));
  return `${[header, ...body].join("\n")}\n`;
}

/** A comment line. */
export const note = (text: string) => `# ${text}`;

/**
 * HAProxy's strong quotes: nothing inside is expanded or escaped, so nothing can break out but a quote or a line break.
 * @throws when the text holds one of them.
 */
export function quoted(text: string): string {
  if (/['\r\n\0]/.test(text))
    throw new Error(
      `${JSON.stringify(text)} cannot stand in an HAProxy configuration: it has a quote or a line break.`,
    );
  return `'${text}'`;
}

/** Seconds as an HAProxy time; HAProxy reads a bare number as milliseconds, and 0 as "for ever". */
export function seconds(value: number): string {
  const milliseconds = Math.max(1, Math.round(value * 1000));
  return milliseconds % 1000 === 0 ? `${milliseconds / 1000}s` : `${milliseconds}ms`;
}
