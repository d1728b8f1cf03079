import { HIDDEN } from "./hide-sent-texts.ts";

/**
 * Minimum length of a quotation in UTF-16 units: longer than a phrase that both texts have by
 * chance.
 */
const RUN = 16;

/**
 * Maximum length of a sent text that is compared run by run: a partial quotation is usually of the
 * beginning.
 */
const MAX_KNOWN = 65_536;

/** Numbers, accounts, addresses: words of letters and digits, joined by punctuation. */
const WORDS = /[\p{L}\p{N}]+(?:[@._+-]+[\p{L}\p{N}]+)*/gu;
/** Shorter words are codes and years that any message may contain. */
const MIN_WORD = 6;
const TELLING = /[\d@]/;
/**
 * Maximum number of words and of texts looked up per answer. Beyond it, all are hidden without a
 * lookup.
 */
const MAX_LOOKUPS = 64;

/**
 * Hides parts of the given texts in foreign texts: a service may quote a shortened text or a number
 * it found, and these must not get into errors and logs. Does no work until there is a text to
 * check.
 */
export function partsHider(sent: readonly string[]): (text: string) => string {
  let hider: PartsHider | undefined;
  return (text) => {
    hider ??= new PartsHider(sent);
    return hider.hide(text);
  };
}

class PartsHider {
  readonly #sent: readonly string[];
  #words = 0;
  #texts = 0;

  constructor(sent: readonly string[]) {
    // A manually created event may contain other values, which only the service validates.
    this.#sent = sent.filter((text) => typeof text === "string");
  }

  hide(text: string): string {
    const shown = text.replace(WORDS, (word) => (this.#wasSent(word) ? HIDDEN : word));
    if (shown.length < RUN) return shown;
    this.#texts += 1;
    return this.#texts > MAX_LOOKUPS ? HIDDEN : hideRuns(shown, this.#sent);
  }

  #wasSent(word: string): boolean {
    if (word.length < MIN_WORD || !TELLING.test(word)) return false;
    this.#words += 1;
    return this.#words > MAX_LOOKUPS || this.#sent.some((text) => text.includes(word));
  }
}

/**
 * Rolling hash: each new unit multiplies the previous ones by this; the unit that leaves the run is
 * subtracted, multiplied by its power.
 */
const BASE = 31;
const LEAVING = Array.from({ length: RUN }).reduce<number>((power) => Math.imul(power, BASE), 1);

/** Mask of the low bits of hashes, by which most positions are rejected quickly. */
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
      // One match is enough, however often both texts contain it.
      starts.delete(hash);
      for (const at of alike ?? []) isKnown[at] = 1;
    });
  }
  return without(text, isKnown);
}

/** Calls `tell` with the hash and the start of every run of {@link RUN} units. */
function eachRun(text: string, tell: (hash: number, at: number) => void): void {
  let hash = 0;
  for (let end = 0; end < text.length; end += 1) {
    const leaving = end < RUN ? 0 : Math.imul(text.charCodeAt(end - RUN), LEAVING);
    hash = (Math.imul(hash, BASE) + text.charCodeAt(end) - leaving) | 0;
    if (end >= RUN - 1) tell(hash, end - RUN + 1);
  }
}

/** `text` without the runs whose starts are marked. */
function without(text: string, isKnown: Uint8Array): string {
  let shown = "";
  let copied = 0;
  for (let at = isKnown.indexOf(1); at >= 0; at = isKnown.indexOf(1, copied)) {
    let end = at + RUN;
    for (let next = at + 1; next <= end; next += 1) if (isKnown[next] === 1) end = next + RUN;
    // Whitespace around a run stays, and so does a run of nothing else.
    shown += text.slice(copied, at) + text.slice(at, end).replace(/\S(?:.*\S)?/s, HIDDEN);
    copied = end;
  }
  return shown + text.slice(copied);
}
