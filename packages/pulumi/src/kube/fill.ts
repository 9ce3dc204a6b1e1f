import * as pulumi from "@pulumi/pulumi";
import { literal } from "./literal";

/** What stands in the place of placeholders, by placeholder. */
export type Values = Readonly<Record<string, pulumi.Input<string>>>;

/** A text with values in the place of its placeholders; plain where it has none. */
export function filled(text: string, values: Values = {}): pulumi.Input<string> {
  const used = Object.entries(values).filter(([placeholder]) => text.includes(placeholder));
  if (used.length === 0) return text;
  return pulumi
    .all(used.map(([, value]) => value))
    .apply((known) =>
      used.reduce((done, [placeholder], index) => done.replaceAll(placeholder, () => known[index] as string), text),
    );
}

/** The same for a word of a command, where Kubernetes makes one `$` of two; `expanded` are words that it is to replace itself. */
export function filledWord(word: string, values: Values = {}, expanded: readonly string[] = []): pulumi.Input<string> {
  const text = filled(word, values);
  return typeof text === "string"
    ? asItStands(text, expanded)
    : pulumi.output(text).apply((it) => asItStands(it, expanded));
}

const asItStands = (text: string, expanded: readonly string[]) =>
  expanded.reduce((done, word) => done.replaceAll(literal(word), () => word), literal(text));

/** The variable that `$(NAME)` stands for. */
export const variableOf = (placeholder: string) => placeholder.slice("$(".length, -")".length);
