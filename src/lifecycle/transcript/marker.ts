import { TAG_WORDS } from "./words.ts";

/**
 * The lines that part a transcript: `[user two anvil kettle walrus]`. Role and ordinal make the
 * order verifiable, the tag makes the line unforgeable. Words only: digits, capitals or runs of
 * random letters would be taken for numbers, names or keys by the very detectors they pass through.
 * Square brackets, because detectors of telephone numbers reach for round ones.
 */

/** Words in a tag at first: 24 bits, so that text written beforehand does not hit it. */
const FIRST_TAG_WORDS = 3;

/** Tags of one length that are tried before longer ones. */
const TRIES_PER_LENGTH = 4;

/** Co-prime with the number of words: keeps the words of a tag apart even if `random` stands still. */
const STRIDE = 89;

/** Longest role that is shown as it is; longer ones are not words. */
const ROLE_WORD = /^[a-z]{1,16}$/;

/**
 * The words of one attempt at a tag. They get more with the attempts, without limit, so that no
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

/** The last line. Without it a rewrite was cut off. */
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

/** A whole number from 1 on in English words: `twenty one`. */
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
