/** So many UTF-16 units in a row are a quotation, and no words that both happen to have. */
const RUN = 16;

/** What is known of a long text run by run: who quotes a part quotes mostly its beginning. */
const MAX_KNOWN = 65_536;

/** Numbers, accounts, addresses: words with letters and digits, and marks between them. */
const WORDS = /[\p{L}\p{N}]+(?:[@._+-]+[\p{L}\p{N}]+)*/gu;
/** Shorter ones are codes and years that any message may have. */
const MIN_WORD = 6;
const TELLING = /[\d@]/;
/** Words and texts that are looked up in one answer; of what has more of them, the rest is taken out unasked. */
const MAX_LOOKUPS = 64;

const HIDDEN = "[text]";

/**
 * Takes parts of the given texts out of foreign ones: a service that shortens what it quotes, or
 * names the number it found, must not bring that into errors and logs. Nothing is looked at
 * before there is something to take out.
 */
export function partsHider(sent: readonly string[]): (text: string) => string {
  // Of an event by hand, which the service checks and nobody before it.
  const texts = sent.filter((text) => typeof text === "string");
  let words = 0;
  let scans = 0;
  const wasSent = (word: string): boolean => {
    if (word.length < MIN_WORD || !TELLING.test(word)) return false;
    words += 1;
    return words > MAX_LOOKUPS || texts.some((text) => text.includes(word));
  };
  return (text) => {
    const shown = text.replace(WORDS, (word) => (wasSent(word) ? HIDDEN : word));
    if (shown.length < RUN) return shown;
    scans += 1;
    return scans > MAX_LOOKUPS ? HIDDEN : hideRuns(shown, texts);
  };
}

/** Each unit of a run moves the ones before it by as much, and the one that leaves it by as much as all. */
const BASE = 31;
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Low bits of hashes, by which most places are passed over. */
const LOW = 0xffff;

function hideRuns(text: string, sent: readonly string[]): string {
  const starts = new Map<number, number[]>();
  const low = new Uint8Array(LOW + 1);
  eachRun(text, (hash, at) => {
    const alike = starts.get(hash);
    if (alike === undefined) starts.set(hash, [at]);
    else alike.push(at);
    low[hash & LOW] = 1;
  });
  const isKnown = new Uint8Array(text.length);
  for (const whole of sent) {
    eachRun(whole.length > MAX_KNOWN ? whole.slice(0, MAX_KNOWN) : whole, (hash, place) => {
      const alike = low[hash & LOW] === 0 ? undefined : starts.get(hash);
      const [first] = alike ?? [];
      if (first === undefined || !text.startsWith(whole.slice(place, place + RUN), first)) return;
      // Once is enough, however often both have it.
      starts.delete(hash);
      for (const at of alike ?? []) isKnown[at] = 1;
    });
  }
  return without(text, isKnown);
}

/** Tells the hash of every stretch of {@link RUN} units, and where it begins. */
function eachRun(text: string, tell: (hash: number, at: number) => void): void {
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    const leaving = end < RUN ? 0 : Math.imul(text.charCodeAt(end - RUN), LEAVING);
    hash = (Math.imul(hash, BASE) + text.charCodeAt(end) - leaving) | 0;
    if (end >= RUN - 1) tell(hash, end - RUN + 1);
  }
}

/** `text` without the runs that begin where they are known. */
function without(text: string, isKnown: Uint8Array): string {
  let shown = "";
  let copied = 0;
  for (let at = isKnown.indexOf(1); at >= 0; at = isKnown.indexOf(1, copied)) {
    let end = at + RUN;
    for (let next = at + 1; next <= end; next += 1) if (isKnown[next] === 1) end = next + RUN;
    // Blanks around it stay, as does what is nothing else.
    shown += text.slice(copied, at) + text.slice(at, end).replace(/\S(?:.*\S)?/s, HIDDEN);
    copied = end;
  }
  return shown + text.slice(copied);
}
