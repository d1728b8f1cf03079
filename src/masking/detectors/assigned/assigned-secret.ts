import { looksRandom } from "../../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { codeAt, isAlnumAt, isWordAt } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { looksPersonal } from "../given/given-value.ts";
import type { Assignment } from "./assignment.ts";
import { noteMember } from "./column/alike-members.ts";
import { reportColumn } from "./column/column.ts";
import { reportListed } from "./column/listed.ts";
import { reportCookies } from "./cookies.ts";
import { type KnownName, nameAt } from "./name/known-names.ts";
import { type Grade, gradeOf, saysWhatKey } from "./name/name.ts";
import { mayFollow, nameAround } from "./name/name-around.ts";
import { isSigning, saysOfWhat } from "./name/of-what.ts";
import { VARIABLE } from "./name/program-names.ts";
import { LITERALS } from "./name/stems.ts";
import { mannerOf } from "./operator/manner.ts";
import { assignmentAfter, isDecoded } from "./operator/operator.ts";
import { wholeEnd } from "./operator/value-end.ts";
import {
  isSecondOfPair,
  passwordAfterLogin,
  wordBefore as wordBeforeName,
  wordOfAnswer,
} from "./sentence/around-name.ts";
import { literalBefore } from "./sentence/literal-before.ts";
import { isLoosePassword, isLooseSecret } from "./sentence/loose-value.ts";
import { reportSpoken } from "./sentence/spoken.ts";
import { isExclaimed, isPair, isWordsOfKey, looksChosen, looksTyped } from "./value/chosen.ts";
import { isDottedWord } from "./value/literal.ts";
import { isLongSecret } from "./value/long-value.ts";
import { reportMore } from "./value/more-values.ts";
import { isNoValue, isPassing, isRowOfNames } from "./value/no-value.ts";
import { isOther } from "./value/other-form.ts";
import { groupsEnd, withoutRemark } from "./value/shown-value.ts";
import { isCutOff, isSecretValue, MAX_VALUE, mayBeSecret } from "./value/value.ts";
import { isWhole, type Named, phraseEnd } from "./value/whole-value.ts";

/** Values assigned to names of secrets, in code, configuration, logs and sentences. */
export const assignedSecret: Detector = {
  type: "SECRET",
  name: "assigned-secret",
  kind: "secret",
  source: "naming conventions of configuration files, HTTP headers and command lines",
  check: "randomness, or for passwords letters with digits or signs",
  context:
    "after a name such as password, api_key, token and an operator; not `public_key`, `key_id`, code",
  gates: { literals: LITERALS, ignoreCase: true },
  find({ text, at, end }: Hit, emit: Emit): number {
    const name = nameAround(text, at, end);
    if (!mayFollow(text, name.end) || isPassing(text, name)) return name.end;
    const known = nameAt(text, name);
    const last = known.words.at(-1);
    const said = isMadeWith(text, name.end, last) ? "weak" : gradeAt(text, name.start, known);
    if (said === undefined) return name.end;
    const grade = said === "bare" ? gradeOfKey(text, name.start) : said;
    if (isOfPath(text, name) || isUserOfUrl(text, name)) return name.end;
    if (grade !== "bare") {
      reportColumn(text, name, { grade, emit });
      reportListed(text, name, { grade, emit });
    }
    const assignment = assignmentAfter(text, name);
    const named = assignment && { name, assignment, grade };
    const isReported = named !== undefined && report(text, named, emit);
    if (named !== undefined && grade === "password") noteMember(text, named, { isReported, emit });
    if (!isReported || assignment?.behind.space !== undefined)
      reportBefore(text, { name, grade }, emit);
    if (last === "cookie") reportCookies(text, name.end, emit);
    const isSecond = isSecondOfPair(text, name.start);
    if (known.isOfPair || isSecond)
      reportPair(text, { name, isSure: isSecond || !MAY_BE_OTHER.test(last ?? "") }, emit);
    if (grade === "password") reportSpoken(text, name, emit);
    else if (grade === "secret") reportCalled(text, name, emit);
    return name.end;
  },
};

/**
 * Whether a name is part of a path with colons: `arn:aws:secretsmanager:…:secret:name`. Search
 * output, `app.env:12:password: …`, and `db::root_password: …` are not paths.
 */
function isOfPath(text: ScannedText, { start, end }: Stretch): boolean {
  if (codeAt(text, start - 1) !== COLON || codeAt(text, end) !== COLON) return false;
  const before = codeAt(text, start - 2);
  if (before === COLON || before <= SPACE || codeAt(text, end + 1) <= SPACE) return false;
  return !LINE_NUMBER.test(text.before(start, 9));
}

/** `https://x-access-token:…@host/path`: a user name, whose password ends before the host. */
function isUserOfUrl(text: ScannedText, { start, end }: Stretch): boolean {
  return codeAt(text, end) === COLON && text.view.startsWith("://", start - 3);
}

const COLON = 58;
const SPACE = 32;
/** The line number before a line of search output. */
const LINE_NUMBER = /(?:^|[\s:])\d{1,6}:$/;

/** The word before a one-word name if it says what the name is of: `api key`, `public key`. */
function wordBefore(text: ScannedText, start: number): string | undefined {
  if (codeAt(text, start - 1) !== 32 || !isWordAt(text, start - 2)) return undefined;
  let from = start - 1;
  while (start - from < 16 && isAlnumAt(text, from - 1)) from--;
  const word = text.slice(from, start - 1).toLowerCase();
  return saysWhatKey(word) ? word : undefined;
}

/** The grade of a name, including the word before it if that belongs to a name of one word. */
function gradeAt(text: ScannedText, start: number, { words, grade }: KnownName): Grade | undefined {
  const qualifier = words.length === 1 ? wordBefore(text, start) : undefined;
  return qualifier === undefined ? grade : gradeOf([qualifier, ...words]);
}

/** What is around a bare `key` says what it is for. */
function gradeOfKey(text: ScannedText, start: number): Grade {
  if (isSigning(text, start)) return "secret";
  return saysOfWhat(text, start) ? "weak" : "bare";
}

/** Whether a call creates a client, which takes its key: `new HarvestClient("…")`. */
function isMadeWith(text: ScannedText, nameEnd: number, last: string | undefined): boolean {
  return last === "client" && codeAt(text, nameEnd) === 40;
}

/** Reports a value before its name: `SET value = '…' WHERE name = 'api_key'`. */
function reportBefore(text: ScannedText, { name, grade }: Graded, emit: Emit): void {
  const literal = grade === "bare" ? undefined : literalBefore(text, name.start);
  if (literal === undefined) return;
  const value = text.slice(literal.start, literal.end);
  if (isSecretValue(value, { grade, isQuoted: true, isText: true }))
    emit(literal.start, literal.end, CONTEXTUAL);
}

const WIFI = /(?:wi-?fi|wlan)$/i;
/** `2402Mbps`: the speed of a network, after its frequency. */
const SPEED = /^\d+[GMk]?(?:Hz|b)/i;

/** Words for a user name and a password together that more often are of something else. */
const MAY_BE_OTHER = /^(?:login|wifi|wlan)$/;

/** A word for a user name and a password, and whether it can be nothing else. */
interface PairName {
  readonly name: Stretch;
  readonly isSure: boolean;
}

/** Reports the password after a user name: `login: bob / <password>`. */
function reportPair(text: ScannedText, { name, isSure }: PairName, emit: Emit): void {
  const nameEnd = name.end;
  const pair = passwordAfterLogin(text, nameEnd);
  if (pair === undefined || pair.end - pair.start > MAX_VALUE) return;
  const value = text.slice(pair.start, pair.end);
  // A driver's log: `wifi: cfg80211/mac80211: …`.
  const isOfWifi = codeAt(text, pair.end) === COLON || SPEED.test(value);
  if (isOfWifi && WIFI.test(text.before(nameEnd, 5))) return;
  if (
    looksChosen(value) ||
    looksTyped(value) ||
    isPair(value) ||
    isWordsOfKey(value) ||
    looksRandom(value) ||
    (isSure &&
      /[A-Z]/.test(value) &&
      isSecretValue(value, { grade: "password", isQuoted: false, isText: true }))
  )
    emit(pair.start, pair.end, CONTEXTUAL);
}

/** Reports `use 0a1b2c… as the mailer token`, and the answer to a question for it. */
function reportCalled(text: ScannedText, name: Stretch, emit: Emit): void {
  for (const word of [wordBeforeName(text, name.start), wordOfAnswer(text, name.end)]) {
    if (word === undefined) continue;
    const value = text.slice(word.start, word.end);
    // Ed448PrivateKey = ed448.Ed448PrivateKey
    if (looksRandom(value) && !text.view.endsWith(value, name.end))
      emit(word.start, word.end, CONTEXTUAL);
  }
}

/** A name and its grade. */
interface Graded {
  readonly name: Stretch;
  readonly grade: Grade;
}

/** Reports the value of a name if it is a secret; whether it is one. */
function report(text: ScannedText, named: Named, emit: Emit): boolean {
  const { name, assignment } = named;
  if (assignment.isLong) return reportLong(text, named, emit);
  const phrase = assignment.isQuoted ? 0 : phraseEnd(text, name, assignment);
  if (phrase > assignment.end) {
    emit(assignment.start, phrase, CONTEXTUAL);
    return true;
  }
  const { isQuoted, isElement } = assignment;
  const { start, end } = isQuoted
    ? unpadded(text, assignment)
    : withoutRemark(text, name, assignment);
  const grade = named.grade === "bare" && isDecoded(text, assignment) ? "weak" : named.grade;
  if (!isQuoted && isRowOfNames(text, { start, end })) return false;
  const groups = groupsEnd(text, start, end);
  const mayBe = groups > 0 || mayBeSecret(text, { start, end }, grade);
  // The cheapest question first: behind most names is a word of a sentence or of code.
  if (!mayBe && !isElement && !isWhole(text, named)) return false;
  if (isCutOff(text, start, end) || isNoValue(text, name, assignment)) return false;
  if (isElement && /\s|^\{.*\}$/.test(text.slice(start, end))) {
    reportWords(text, { start, end }, emit);
    return false;
  }
  if (groups < 0 && isWhole(text, named)) {
    emit(assignment.start, assignment.end, CONTEXTUAL);
    if (isQuoted) reportMore(text, { from: end, grade, isQuoted }, emit);
    return true;
  }
  if (!mayBe) return false;
  const { isText, isLoose, isDirect } = mannerOf(text, name, assignment);
  if (groups > 0 && (isDirect || isText)) {
    emit(start, groups, CONTEXTUAL);
    return true;
  }
  const value = text.slice(start, end);
  const isSecret = isLoose
    ? isLooseSecret(value, grade) ||
      (grade === "password" &&
        (isLoosePassword(text, name.start, value) || (assignment.isLabelled && looksChosen(value))))
    : isSecretValue(value, { grade, isQuoted, isText }) ||
      (grade === "password" && isDirect && (looksChosen(value) || isDottedWord(value))) ||
      (grade === "secret" &&
        (isElement || ((isText || isQuoted) && (isDirect || isFallback(assignment)))) &&
        isPersonal(value));
  if (!isSecret) return false;
  emit(start, isQuoted || isElement ? end : wholeEnd(text, end), CONTEXTUAL);
  if (isQuoted || isDirect || assignment.behind.symbol?.trimEnd().endsWith("[") === true)
    reportMore(text, { from: end, grade, isQuoted }, emit);
  return true;
}

/** No word is this long, so whatever is between the value and its name, it is the value. */
function reportLong(text: ScannedText, { name, assignment, grade }: Named, emit: Emit): boolean {
  const { start, end, isQuoted } = assignment;
  if (isNoValue(text, name, assignment) || !isLongSecret(text.slice(start, end), grade))
    return false;
  emit(start, end, CONTEXTUAL);
  if (isQuoted) reportMore(text, { from: end, grade, isQuoted }, emit);
  return true;
}

/** The fallback for a name without a value: `process.env.TOKEN || "…"`. */
function isFallback({ behind }: Assignment): boolean {
  const sign = behind.symbol?.trim();
  return sign === "||" || sign === "??";
}

/** `falconVase4631`: chosen by a person, not an identifier and not a name with a year. */
function isPersonal(value: string): boolean {
  return (looksPersonal(value) || isExclaimed(value)) && !VARIABLE.test(value);
}

/** Most spaces that were pasted inside the quotes, on each side of the value. */
const PADDING = 4;

/** A quoted value without the spaces around it: `api_key = " 0a1b… "`. */
function unpadded(text: ScannedText, { start, end }: Stretch): Stretch {
  let from = start;
  let to = end;
  while (from - start < PADDING && from < end && codeAt(text, from) === SPACE) from++;
  while (end - to < PADDING && to > from && codeAt(text, to - 1) === SPACE) to--;
  return { start: from, end: to };
}

/** Reports the words of an element that look random: `<secret>{vendor 1a2b3c…}</secret>`. */
function reportWords(text: ScannedText, { start, end }: Stretch, emit: Emit): void {
  const content = text.slice(start, Math.min(end, start + MAX_VALUE));
  for (const match of content.matchAll(/[^\s{}[\]"',;<>()]{16,512}/g)) {
    if (looksRandom(match[0]) && !isOther(match[0]))
      emit(start + match.index, start + match.index + match[0].length, CONTEXTUAL);
  }
}
