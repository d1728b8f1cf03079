/** So many UTF-16 units in a row are a quotation, and no words that both happen to have. */
const RUN = 16;

/** What is known of a long text part by part: who quotes a part quotes mostly its beginning. */
const MAX_KNOWN = 65_536;

/** Numbers, accounts, addresses: words with letters and digits, and marks between them. */
const WORDS = /[\p{L}\p{N}]+(?:[@._+-]+[\p{L}\p{N}]+)*/gu;
/** Shorter ones are codes and years that any message may have. */
const MIN_WORD = 6;
const TELLING = /[\d@]/;

const HIDDEN = "[text]";

/**
 * Takes parts of the given texts out of foreign ones: a service that shortens what it quotes, or
 * names the number it found, must not bring that into errors and logs. Nothing is looked at
 * before there is something to take out.
 */
export function partsHider(sent: readonly string[]): (text: string) => string {
  let known: Parts | undefined;
  return (text) => {
    if (text.length < MIN_WORD) return text;
    known ??= partsOf(sent);
    return hideRuns(hideWords(text, known.words), known.runs);
  };
}

interface Parts {
  readonly words: ReadonlySet<string>;
  /** Every stretch of {@link RUN} units. */
  readonly runs: ReadonlySet<string>;
}

function partsOf(sent: readonly string[]): Parts {
  const words = new Set<string>();
  const runs = new Set<string>();
  for (const whole of sent) {
    // Of an event by hand, which the service checks and nobody before it.
    if (typeof whole !== "string") continue;
    const text = whole.slice(0, MAX_KNOWN);
    for (const [word] of text.matchAll(WORDS)) if (isTelling(word)) words.add(word);
    for (let at = 0; at + RUN <= text.length; at += 1) runs.add(text.slice(at, at + RUN));
  }
  return { words, runs };
}

function isTelling(word: string): boolean {
  return word.length >= MIN_WORD && TELLING.test(word);
}

function hideWords(text: string, words: ReadonlySet<string>): string {
  if (words.size === 0) return text;
  return text.replace(WORDS, (word) => (words.has(word) ? HIDDEN : word));
}

function hideRuns(text: string, runs: ReadonlySet<string>): string {
  let shown = "";
  let copied = 0;
  for (let at = 0; at + RUN <= text.length; at += 1) {
    if (!runs.has(text.slice(at, at + RUN))) continue;
    let end = at + RUN;
    while (end < text.length && runs.has(text.slice(end + 1 - RUN, end + 1))) end += 1;
    // Blanks around it stay, as does what is nothing else.
    shown += text.slice(copied, at) + text.slice(at, end).replace(/\S(?:.*\S)?/s, HIDDEN);
    copied = end;
    at = end - 1;
  }
  return shown + text.slice(copied);
}
