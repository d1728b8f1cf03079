import { endAt, matchAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { phraseList, wordList, wordSet } from "../../text/word-tables.ts";

/** Minimum and maximum number of words in a phrase. */
const FEWEST = 12;
const MOST = 24;

/** What separates the name and the first word: a plural ending, a verb, a possessive, quotes. */
const BETWEEN = new RegExp(
  String.raw`(?:ic|s)?(?: \([^()\n]{1,30}\))?(?:\s(?:${wordList(`
    is are was for of to my the our his her new old main wallet account seed phrase words backup
    ledger trezor metamask from in test hot cold company lautet ist es est è é
  `).join("|")})){0,5}(?:["'\`]?\s?[:=-]{1,2})?(?:[\s"'\`([]|\\{1,4}[nrt]){1,8}`,
  "iy",
);
/** A word of the list, its number, and the separator before the next word. */
const WORD =
  /(?:\d{1,2}[.):]?\s{0,2})?([a-z]{3,8})(?:["'`]?(?:[\s,;|]|\\{1,4}[nrt]){1,8}["'`]?|(?![A-Za-z0-9]))/y;
/** Frequent words of sentences that are not among the 2048 of the list. */
const NOT_LISTED = wordSet(`
  the and for your from are was not but has were been their than which would could should please
  words into also some our its had did does may might shall those these them
`);

/** The words to restore a wallet with. */
export const seedPhrase: Detector = {
  type: "SECRET",
  name: "seed-phrase",
  kind: "secret",
  source: "BIP 39, Generating the mnemonic",
  check:
    "12 to 24 lower-case words of three to eight letters, without common words that the word list lacks",
  context: "after mnemonic, seed phrase, recovery phrase and the like",
  gates: {
    literals: phraseList({
      en: [
        "mnemonic | seed phrase | seedphrase | seed words | recovery phrase | recovery words",
        "recovery seed | backup phrase",
      ],
      de: "wiederherstellungsphrase",
      es: "frase semilla | frase de recuperación",
      pt: "frase de recuperação",
      fr: "phrase de récupération",
      it: "frase di recupero",
      "in wallets": [
        "backup words | secret phrase | wallet words | wallet seed | 12 words | 15 words | 18 words",
        "21 words | 24 words | word phrase | word seed",
      ],
    }),
    ignoreCase: true,
  },
  find({ text, end }: Hit, emit: Emit): number {
    const start = endAt(BETWEEN, text.view, end);
    if (start < 0) return end;
    const stop = wordsEnd(text.view, start);
    if (stop < 0) return end;
    emit(start, stop, CONTEXTUAL);
    return stop;
  },
};

/** Where the phrase that begins at `start` ends; -1 if there are too few words. */
function wordsEnd(view: string, start: number): number {
  let next = start;
  let end = start;
  for (let count = 0; count < MOST; count++) {
    const match = matchAt(WORD, view, next);
    const word = match?.[1];
    if (match === null || word === undefined || NOT_LISTED.has(word))
      return count < FEWEST ? -1 : end;
    end = next + match[0].indexOf(word) + word.length;
    next += match[0].length;
  }
  return end;
}
