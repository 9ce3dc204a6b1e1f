import { styleText } from "node:util";

/** Where a text is printed: how wide it is, and whether it shows colours. */
export interface Screen {
  /** Columns; Infinity on a pipe, where nothing is cut. */
  width: number;
  bold(text: string): string;
  dim(text: string): string;
  warning(text: string): string;
  error(text: string): string;
}

/** Narrowest width that texts are laid out for. */
const NARROWEST = 40;

/** The screen behind a stream. Colours go to terminals only, and not with NO_COLOR or TERM=dumb. */
export function screenOf(stream: { isTTY?: boolean; columns?: number }, env: NodeJS.ProcessEnv = process.env): Screen {
  const terminal = stream.isTTY === true;
  const colours = terminal && !env.NO_COLOR && env.TERM !== "dumb";
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) => {
    // the decision is made here, so styleText must not make its own
    return colours ? styleText(format, text, { validateStream: false }) : text;
  };
  return {
    width: terminal ? Math.max(NARROWEST, stream.columns || 80) : Number.POSITIVE_INFINITY,
    bold: style("bold"),
    dim: style("dim"),
    warning: style("yellow"),
    error: style("red"),
  };
}
