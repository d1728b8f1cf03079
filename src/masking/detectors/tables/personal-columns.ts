import {
  CONTEXTUAL,
  type Detector,
  type DetectorKind,
  type Emit,
  type Hit,
} from "../../scan/detector.ts";
import { codeAt, endsEscapedBreak, isWord } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Stretch } from "../../text/stretch.ts";
import { alternativesOf, wordList } from "../../text/word-tables.ts";
import { isCount, labelsPhone, namesDevices } from "../contact/phone-context.ts";
import { mayBeElement, readArrayColumn } from "./array-column.ts";
import { type CellKind, isCell, mayBeInLiteral, readColumn } from "./columns.ts";
import { copiedCells } from "./copied-rows.ts";
import { readHtmlColumn } from "./html-column.ts";
import { listedValues, mayBeListed } from "./listed-values.ts";
import { mayBeMarkedUp, readMarkedUpColumn } from "./markup-column.ts";
import { mayBeRuled, readRuledColumn } from "./ruled-column.ts";

/** A table column identified by its header. */
export interface PersonalColumn {
  readonly type: string;
  readonly name: string;
  readonly kind: DetectorKind;
  readonly source: string;
  readonly check: string;
  /** Words that occur in headers. */
  readonly words: readonly string[];
  /** Whether a whole header, in lowercase, names such values. */
  readonly isHead: (head: string) => boolean;
  /** Whether the header's line says that the column may have counts. */
  readonly isCounted?: (line: string) => boolean;
  /** Whether the header's line says that the table is of people or cards. Any table is, if absent. */
  readonly isOfTable?: (line: string) => boolean;
  /** Whether a value without quotes in a statement is one too. No, if absent. */
  readonly isNumber?: boolean;
  /** The whole value. */
  readonly value: RegExp;
  /** What else is required of the value. */
  readonly isValid?: (value: string) => boolean;
}

/** Maximum length of a header on each side of the word in it. */
const HEAD_REACH = 24;

/** The detector of such a column. */
export function personalColumn(row: PersonalColumn): Detector {
  return {
    type: row.type,
    name: row.name,
    kind: row.kind,
    source: row.source,
    check: row.check,
    context: "below a column header that names it, in CSV, TSV, tables, HTML, INSERT and COPY",
    gates: { literals: row.words, ignoreCase: true },
    find({ text, at, end }: Hit, emit: Emit): number {
      const head = headAround(text, at, end);
      const isInText = isCell(text, head);
      const isInLiteral = mayBeInLiteral(text, head);
      const isInArray = mayBeElement(text, head.end);
      const isInList = mayBeListed(text, head.end);
      const isInElement = codeAt(text, head.end) === OPENING_TAG;
      const isRuled = mayBeRuled(text, head.end);
      const isMarkedUp = mayBeMarkedUp(text, head);
      if (
        !(isInText || isInLiteral || isInArray || isInList || isInElement || isRuled || isMarkedUp)
      )
        return end;
      if (!row.isHead(text.slice(head.start, head.end).toLowerCase())) return end;
      if (row.isOfTable?.(lineAround(text, head)) === false) return end;
      const isCounted = row.isCounted?.(lineAround(text, head)) === true;
      const judge = (cell: Stretch): CellKind => {
        const value = text.slice(cell.start, cell.end);
        if (value.includes("\u007f")) return "masked";
        if (!row.value.test(value)) return row.isHead(value.toLowerCase()) ? "head" : "other";
        if (row.isValid?.(value) === false || (isCounted && isCount(value))) return "other";
        emit(cell.start, cell.end, CONTEXTUAL);
        return "value";
      };
      const ruled = { judge, hasSpaces: true };
      if (isMarkedUp && readMarkedUpColumn(text, head, judge)) return end;
      if (isInText) readColumn(text, head, judge);
      if (isInElement)
        readHtmlColumn(text, head, (cell, isHeading) => (isHeading ? "head" : judge(cell)));
      if (isInArray) readArrayColumn(text, head, judge);
      if (isInLiteral && text.lines !== text) {
        readColumn(text.lines, head, judge);
        copiedCells(text.lines, head).forEach(judge);
        if (mayBeRuled(text.lines, head.end)) readRuledColumn(text.lines, head, ruled);
      }
      if (isInList) listedValues(text, head, row.isNumber).forEach(judge);
      if (isRuled) readRuledColumn(text, head, ruled);
      return end;
    },
  };
}

/**
 * The header around a word in it: words, single spaces between them, and a remark in brackets. Other
 * brackets are those of a statement, around the names of all its columns.
 */
function headAround(text: ScannedText, at: number, end: number): Stretch {
  let start = at;
  while (at - start < HEAD_REACH && isHeadPart(text, start - 1, start - 2)) start--;
  const before = text.slice(start, at);
  const opening = before.lastIndexOf("(");
  if (opening > before.lastIndexOf(")")) start += opening + 1;
  while (codeAt(text, start) === SPACE) start++;
  // The bullet of a list.
  if (codeAt(text, start) === DASH && codeAt(text, start + 1) === SPACE) start += 2;
  let stop = end;
  while (stop > at && !isHeadChar(text, stop - 1)) stop--;
  let open = 0;
  while (stop - end < HEAD_REACH && isHeadPart(text, stop, stop + 1)) {
    const code = codeAt(text, stop);
    if (code === CLOSING && open-- === 0) break;
    if (code === OPENING) open++;
    stop++;
  }
  while (codeAt(text, stop - 1) === SPACE) stop--;
  if (start < at && endsEscapedBreak(text, start + 1)) start++;
  return { start, end: stop };
}

/** How far to both sides of a header its line is read. */
const LINE_REACH = 80;

/** The line of a header, in a literal the part of it between two escaped breaks. */
function lineAround(text: ScannedText, { start, end }: Stretch): string {
  const behind = text.after(end, LINE_REACH).split(/\n|\\n/, 1)[0];
  const before = behindLast("\n", text.before(start, LINE_REACH));
  return `${behindLast("\\n", before)}|${behind}`;
}

/** A part of `text` that is all of it if `sign` is not in it. */
function behindLast(sign: string, text: string): string {
  const last = text.lastIndexOf(sign);
  return last < 0 ? text : text.slice(last + sign.length);
}

/** Part of a header: a character of a word, or a space that none follows. */
function isHeadPart(text: ScannedText, index: number, next: number): boolean {
  const code = codeAt(text, index);
  if (code === SPACE) return codeAt(text, next) !== SPACE;
  return code === HASH || code === OPENING || code === CLOSING || isHeadChar(text, index);
}

/** Signs that draw the frames of tables. */
const FIRST_OF_FRAMES = 0x2500;
const LAST_OF_FRAMES = 0x257f;
const SPACE = 32;
const OPENING_TAG = 60;
const HASH = 35;
const DASH = 45;
const OPENING = 40;
const CLOSING = 41;

/** Part of a word, a dash, or the period of an abbreviation. */
function isHeadChar(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  if (code >= 0xc0) return code < FIRST_OF_FRAMES || code > LAST_OF_FRAMES;
  return isWord(code) || code === 45 || code === 46;
}

/** A word that many other words begin with, followed by what may end a cell. */
export function delimited(word: string): string[] {
  return [...`,;|\t"'. \n\`)\\-_<]`].map((end) => word + end);
}

/** Telephone numbers recognizable only by their column. */
export const phoneColumn: Detector = personalColumn({
  type: "PHONE",
  name: "phone-column",
  kind: "pii",
  source: "RFC 4180; ITU-T E.164 for the number of digits",
  check: "7 to 15 digits",
  words: [
    ...wordList(`
      phone mobile telefon teléfono telefón telefoon handynummer rufnummer mobilnummer mobilfunk
      mobilszám telemóvel telemovel celular cellulare msisdn whatsapp portable puhelin telnr telno
      telepon
    `),
    ...["cep tel", "iện thoại"],
    // Gates ignore the case of ASCII letters only, so other capitals are left out.
    ...wordList(`
      елефон обильн ηλέφωνο ινητό 電話番号 手机号 電話號 电话号 手機號 連絡先 전화번호 휴대폰 휴대전화
      핸드폰 연락처 هاتف جوال טלפון נייד โทรศัพท์ เบอร์โทร मोबाइल
    `),
    ...wordList(`
      tel tél fax gsm mobil handy móvil movil mobiel sđt тел τηλ contacto contact cell mob tlf
      携帯 電話 电话 手机 手機 전화
    `).flatMap(delimited),
    ...delimited(" hp"),
  ],
  isHead: isPhoneHead,
  isCounted: namesDevices,
  value: /^(?=(?:\D*\d){7,15}\D*$)[+(]?\d[\d ()./-]{5,22}$/,
  isValid: (value) => !MEASURED.test(value),
});

/** What tables of measurements have below the names of devices: `0.761234`, `12345.67`, dates. */
const MEASURED =
  /^(?:(?:0|[1-9]\d?)\.\d{4,8}|\d{5,12}\.\d{1,2}|(?:19|20)\d\d([-/.])(?:0[1-9]|1[0-2])\1(?:[0-2]\d|3[01]))$/;

/** What is no label in a sentence: a header with a word directly before it, or a number after it. */
const PHONE_HEAD = new RegExp(
  `^(?:${alternativesOf({
    several:
      "(?:[a-z]{1,12}[_-]?)?" +
      "(?:phone|telef(?:o|ó|oo)n[eo]?|mobile?|handy|rufnummer|telem[oó]vel|m[oó]vil|celular|" +
      "cellulare|msisdn|whatsapp)(?:[_-]?(?:no|nr|num|number|nummer|1|2))?",
    ko: "(?:휴대|핸드)폰(?:번호)?",
  })})\\.?$`,
);
/** What follows the name in exports of contacts: `Phone 1 - Value`, `Telefon privat`. */
const HEAD_TAIL = /(?: \d(?: - value)?| privat| gesch[aä]ftlich| dienstlich)$/;

/** `Fecha de contacto`, `id_contacto`: dates and keys of records. */
const OF_RECORD =
  /^(?:id|c[oó]d(?:igo)?|fecha|data|clave|folio|ref(?:erencia)?)[ ._-].{0,16}contacto$/i;

/** Whether a header would be the label of a telephone number in a sentence too. */
function isPhoneHead(head: string): boolean {
  if (OF_RECORD.test(head)) return false;
  if (PHONE_HEAD.test(head)) return true;
  const name = head.replace(HEAD_TAIL, "").replace(/[_-]/g, " ");
  return labelsPhone(`${name}: `);
}
