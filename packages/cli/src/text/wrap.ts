/** Number of columns that a text takes; every character that is printed here is one column wide. */
export function columns(text: string): number {
  return [...text].length;
}

/** A text of at most this many columns, with `…` where something was cut off. */
export function cut(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width
    ? text
    : `${letters
        .slice(0, Math.max(0, width - 1))
        .join("")
        .trimEnd()}…`;
}

/** Holds two words together where a text is wrapped; printed as a space. */
export const NO_BREAK = "\u00a0";

/** A text as lines of at most this many columns, broken at spaces; a word that is too long stays whole. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    let line = "";
    for (const word of columns(paragraph) <= width ? [paragraph] : paragraph.split(/ +/)) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && columns(longer) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    lines.push(line);
  }
  return lines.map((line) => line.replaceAll(NO_BREAK, " "));
}

/** A label and a text beside it, whose further lines are indented as far. */
export function hanging(label: string, text: string, width: number): string {
  // with hardly any room left, the text goes below
  const beside = width - columns(label) >= 24;
  const indent = beside ? columns(label) : Math.min(4, columns(label));
  const lines = wrap(text, Math.max(16, width - indent));
  const rest = lines.map((line) => " ".repeat(indent) + line);
  if (!beside) return [label.trimEnd(), ...rest].join("\n");
  return [label + (lines[0] ?? ""), ...rest.slice(1)].join("\n");
}

/** Rows of a label and a text, with the texts in one column. */
export function table(rows: [label: string, text: string][], width: number, indent = "  "): string {
  const widest = Math.max(0, ...rows.map(([label]) => columns(label)));
  return rows.map(([label, text]) => hanging(`${indent}${pad(label, widest)}  `, text, width).trimEnd()).join("\n");
}

/** A text filled up with spaces to a number of columns. */
export function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columns(text)));
}
