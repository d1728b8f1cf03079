import { looksRandom } from "../../../checks/disorder.ts";
import { CONTEXTUAL, type Emit } from "../../../scan/detector.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import { isOfSystem } from "../../given/no-password.ts";
import {
  isPair,
  isPassphrase,
  isPlainPhrase,
  isShortPassphrase,
  looksChosen,
  looksTyped,
} from "../value/chosen.ts";
import { isOther } from "../value/other-form.ts";
import { lineBelow, wordAfterWords, wordBefore, wordOfAnswer } from "./around-name.ts";

/**
 * Reports passwords that sentences put before the name, a few words after it, on the line below or
 * in an answer.
 */
export function reportSpoken(text: ScannedText, name: Stretch, emit: Emit): void {
  const below = lineBelow(text, name);
  const answer = wordOfAnswer(text, name.end);
  const isAskedElse = (below ?? answer) !== undefined && asksElse(text, name);
  if (below !== undefined && !isAskedElse && looksChosen(text.slice(below.start, below.end)))
    emit(below.start, below.end, CONTEXTUAL);
  const before = wordBefore(text, name.start);
  if (
    answer !== undefined &&
    (isAnswer(text, answer, isAskedElse) || isRandomPassword(text, name, answer))
  )
    emit(answer.start, answer.end, CONTEXTUAL);
  for (const word of [before, wordAfterWords(text, name.end)]) {
    if (word === undefined) continue;
    const value = text.slice(word.start, word.end);
    if (isOther(value)) continue;
    // export { hashPassword$1 as hashPassword }
    if (value.replace(/\$\d{1,3}$/, "") === text.slice(name.start, name.end)) continue;
    if (
      looksTyped(value) ||
      isSaid(text, word.start, value) ||
      (word === before && isCalled(text, name, word))
    )
      emit(word.start, word.end, CONTEXTUAL);
  }
}

/** Questions that do not ask for the password: on pages, anything can follow below them. */
const ASKS_ELSE = /(?:forg[eo]t|lost|vergess|oubli|olvid)[^\n?]*\?/i;

function asksElse(text: ScannedText, { start, end }: Stretch): boolean {
  return ASKS_ELSE.test(text.slice(Math.max(0, start - 24), end + 24));
}

/**
 * Whether a sentence continues after a word that nothing introduces: `Windows11 asks again`, not
 * `it's … I think`.
 */
function goesOn(text: ScannedText, { start, end }: Stretch): boolean {
  return / [a-z]/.test(text.after(end, 2)) && !/st? $/.test(text.slice(start - 3, start));
}

/**
 * Whether a word answers the question for the password; nothing else would be said there this way.
 */
function isAnswer(text: ScannedText, answer: Stretch, isAskedElse: boolean): boolean {
  const value = text.slice(answer.start, answer.end);
  if (looksTyped(value)) return true;
  if (isAskedElse || goesOn(text, answer)) return false;
  return (
    looksChosen(value) ||
    isPair(value) ||
    isPassphrase(value) ||
    isShortPassphrase(value) ||
    isPlainPhrase(value)
  );
}

const OF_HASH = /^ (?:hash|digest|check)/i;

/** A password in hexadecimal, as generators print them, and not the hash of one. */
function isRandomPassword(text: ScannedText, { end }: Stretch, word: Stretch): boolean {
  return looksRandom(text.slice(word.start, word.end)) && !OF_HASH.test(text.after(end, 7));
}

/** `try … as the password`: only a password is used as one. */
function isCalled(text: ScannedText, name: Stretch, word: Stretch): boolean {
  const isAs =
    /(?: (?:as|als|com[eo]|comme) |\()(?:the |my |your |our |a |mot )?(?:[a-z]{2,12} )?$/i.test(
      text.before(name.start, 24),
    );
  const value = text.slice(word.start, word.end);
  if (!isAs || isOfSystem(value)) return false;
  return (
    looksChosen(value) ||
    isPair(value) ||
    isPassphrase(value) ||
    isShortPassphrase(value) ||
    isRandomPassword(text, name, word)
  );
}

/** `… is now lantern-copper-meadow41`. After "for", it would be the name of a host. */
function isSaid(text: ScannedText, start: number, value: string): boolean {
  return (
    isPassphrase(value) && /(?:is|now|ist|jetzt|es|est|é) $/i.test(text.slice(start - 6, start))
  );
}
