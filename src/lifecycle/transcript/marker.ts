import { TAG_WORDS } from "./words.ts";

/**
 * The marker lines of a transcript: `[user two anvil kettle walrus]`. Role and ordinal make the
 * order verifiable; the tag makes the line unforgeable. Words only, because detectors that the
 * transcript passes through would take digits, capitals or random letters for numbers, names or
 * keys. Square brackets, because telephone number detectors match round ones.
 */

/** Words in the first tag: 24 bits, so that text written in advance does not contain it. */
const FIRST_TAG_WORDS = 3;

/** Tags of one length that are tried before longer ones. */
const TRIES_PER_LENGTH = 4;

/**
 * Coprime with the number of words: keeps the words of a tag distinct even if `random` is constant.
 */
const STRIDE = 89;

/** A role that is shown as it is; others are shortened to `other`. */
const ROLE_WORD = /^[a-z]{1,16}$/;

/**
 * The words of a candidate tag. Their number grows with the attempts, without a limit, so that no
 * text contains every tag.
 */
export function tagFor(attempt: number, random: () => number): string {
  let tag = "";
  const count = FIRST_TAG_WORDS * 2 ** Math.floor(attempt / TRIES_PER_LENGTH);
  for (let at = 0; at < count; at += 1) {
    const index = Math.floor(random() * TAG_WORDS.length) + at * STRIDE + attempt;
    tag += `${at === 0 ? "" : " "}${TAG_WORDS[index % TAG_WORDS.length] ?? ""}`;
  }
  return tag;
}

/** The line above the segment at `index` (from 0). */
export function segmentMarker(role: string, index: number, tag: string): string {
  return `[${roleWord(role)} ${ordinalWords(index + 1)} ${tag}]`;
}

/** The last line. A rewrite without it was cut off. */
export function endMarker(tag: string): string {
  return `[end ${tag}]`;
}

function roleWord(role: string): string {
  if (ROLE_WORD.test(role)) return role;
  const lower = role.toLowerCase();
  return ROLE_WORD.test(lower) ? lower : "other";
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** An integer of at least 1 in English words: `twenty one`. */
export function ordinalWords(value: number): string {
  if (value < 20) return SMALL[value] ?? "";
  if (value < 100) return withRest(TENS[Math.floor(value / 10)] ?? "", value % 10);
  if (value < 1_000)
    return withRest(`${ordinalWords(Math.floor(value / 100))} hundred`, value % 100);
  const [size, name] = value < 1_000_000 ? [1_000, "thousand"] : [1_000_000, "million"];
  return withRest(`${ordinalWords(Math.floor(value / size))} ${name}`, value % size);
}

function withRest(words: string, rest: number): string {
  return rest === 0 ? words : `${words} ${ordinalWords(rest)}`;
}
