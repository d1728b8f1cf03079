import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { type Grade, gradeOf, isOfPair, wordsOf } from "./name.ts";

/** What a name alone says, without the text around it. */
export interface KnownName {
  readonly words: readonly string[];
  readonly grade: Grade | undefined;
  readonly isOfPair: boolean;
}

/** Most names that are remembered per text: enough for all that a program or a log repeats. */
const MOST = 256;

/** Reads a name of the text. Texts repeat the same few names, so each is read only once. */
export function nameAt(text: ScannedText, { start, end }: Stretch): KnownName {
  const known = text.note("names", () => new Map<string, KnownName>());
  const given = text.slice(start, end);
  let name = known.get(given);
  if (name === undefined) {
    const words = wordsIn(given);
    name = { words, grade: gradeOf(words), isOfPair: isOfPair(words) };
    if (known.size < MOST) known.set(given, name);
  }
  return name;
}

/** The words of a name, and of those that are written with other signs or capitals inside. */
function wordsIn(given: string): string[] {
  if (/^p(?:\/w|[a@](?:ss|\$\$)w[o0]rd)$/i.test(given)) return ["password"];
  return /^wi-?fi$/i.test(given) ? ["wifi"] : wordsOf(given);
}
