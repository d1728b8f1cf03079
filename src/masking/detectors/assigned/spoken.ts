import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell } from "../tables/columns.ts";
import { lineBelow, wordAfterWords, wordBefore, wordOfAnswer } from "./around-name.ts";
import { isPassphrase, isPlainPhrase, looksChosen, looksTyped } from "./chosen.ts";

/** Passwords that sentences put before the word, a few words behind it, in the line below or in an answer. */
export function reportSpoken(text: ScannedText, name: Cell, emit: Emit): void {
  const below = lineBelow(text, name);
  if (below !== undefined && looksChosen(text.slice(below.start, below.end)))
    emit(below.start, below.end, CONTEXTUAL);
  const before = wordBefore(text, name.start);
  const answer = wordOfAnswer(text, name.end);
  if (answer !== undefined && isAnswer(text.slice(answer.start, answer.end)))
    emit(answer.start, answer.end, CONTEXTUAL);
  for (const word of [before, wordAfterWords(text, name.end)]) {
    if (word === undefined) continue;
    const value = text.slice(word.start, word.end);
    if (looksTyped(value) || isSaid(text, word.start, value))
      emit(word.start, word.end, CONTEXTUAL);
  }
}

/** Whether a word answers the question for a password: nothing else would be said there like that. */
function isAnswer(value: string): boolean {
  return looksTyped(value) || looksChosen(value) || isPassphrase(value) || isPlainPhrase(value);
}

/** `… is now lantern-copper-meadow41`: behind "for" it would be the name of a host. */
function isSaid(text: ScannedText, start: number, value: string): boolean {
  return (
    isPassphrase(value) && /(?:is|now|ist|jetzt|es|est|é) $/i.test(text.slice(start - 6, start))
  );
}
