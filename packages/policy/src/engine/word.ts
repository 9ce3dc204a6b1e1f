import { NotHere } from "../rule";
import { type Fields, UnknownValue } from "../view";
import { referenceIn } from "./references";

/** One word of a command line, and where it stands; its text is absent where it is not known. */
export interface Word {
  text?: string;
  at: Fields;
  /** As it is written, where its text hangs on variables whose values are not here. */
  written?: string;
}

/** Why a word has no text: it is known only after deployment, or stands elsewhere. */
export function notKnown({ at, written }: Word, says = ""): UnknownValue | NotHere {
  if (written === undefined || !at.known) return new UnknownValue(at.urn, at.path);
  return new NotHere(`${at} has ${referenceIn(written)}${says}, whose value is not seen here`);
}

/** The text of a word.
 * @throws UnknownValue or NotHere where it is not known */
export function textOf(word: Word): string {
  if (word.text === undefined) throw notKnown(word);
  return word.text;
}
