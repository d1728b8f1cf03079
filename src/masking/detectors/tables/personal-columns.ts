import {
  CONTEXTUAL,
  type Detector,
  type DetectorKind,
  type Emit,
  type Hit,
} from "../../scan/detector.ts";
import { codeAt, endsEscapedBreak, isWord } from "../../text/chars.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import { mayBeElement, readArrayColumn } from "./array-column.ts";
import { type Cell, type CellKind, isCell, mayBeInLiteral, readColumn } from "./columns.ts";

/** A table column identified by its header. */
interface PersonalColumn {
  readonly type: string;
  readonly name: string;
  readonly kind: DetectorKind;
  readonly source: string;
  readonly check: string;
  /** Words that occur in headers. */
  readonly words: readonly string[];
  /** The whole header, in lowercase. */
  readonly head: RegExp;
  /** The whole value. */
  readonly value: RegExp;
}

/** Maximum length of a header on each side of the word in it. */
const HEAD_REACH = 24;

function personalColumn(row: PersonalColumn): Detector {
  return {
    type: row.type,
    name: row.name,
    kind: row.kind,
    source: row.source,
    check: row.check,
    context: "below a column header that names it, in CSV, TSV and tables",
    gates: { literals: row.words, ignoreCase: true },
    find({ text, at, end }: Hit, emit: Emit): number {
      let start = at;
      while (at - start < HEAD_REACH && isHeadChar(text, start - 1)) start--;
      if (codeAt(text, start - 1) === 32 && codeAt(text, start - 2) !== 124) return end;
      let stop = end;
      while (!isHeadChar(text, stop - 1)) stop--;
      while (stop - end < HEAD_REACH && isHeadChar(text, stop)) stop++;
      if (start < at && endsEscapedBreak(text, start + 1)) start++;
      const head = { start, end: stop };
      const isInText = isCell(text, head);
      const isInLiteral = mayBeInLiteral(text, head);
      const isInArray = mayBeElement(text, stop);
      if (!(isInText || isInLiteral || isInArray)) return end;
      if (!row.head.test(text.slice(start, stop).toLowerCase())) return end;
      const judge = (cell: Cell): CellKind => {
        const value = text.slice(cell.start, cell.end);
        if (value.includes("\u007f")) return "masked";
        if (row.head.test(value.toLowerCase())) return "head";
        if (!row.value.test(value)) return "other";
        emit(cell.start, cell.end, CONTEXTUAL);
        return "value";
      };
      if (isInText) readColumn(text, head, judge);
      if (isInArray) readArrayColumn(text, head, judge);
      if (isInLiteral && text.lines !== text) readColumn(text.lines, head, judge);
      return end;
    },
  };
}

/** Part of a word, a dash, or the period of an abbreviation. */
function isHeadChar(text: ScannedText, index: number): boolean {
  const code = codeAt(text, index);
  return isWord(code) || code === 45 || code === 46 || code >= 0xc0;
}

/** A word that many other words begin with, followed by what may end a cell. */
function delimited(word: string): string[] {
  return [...`,;|\t"'. \n`].map((end) => word + end);
}

/** Telephone numbers recognizable only by their column. */
export const phoneColumn: Detector = personalColumn({
  type: "PHONE",
  name: "phone-column",
  kind: "pii",
  source: "RFC 4180; ITU-T E.164 for the number of digits",
  check: "7 to 15 digits",
  words: [
    ...[
      "phone",
      "mobile",
      "telefon",
      "teléfono",
      "telefoon",
      "handynummer",
      "rufnummer",
      "mobilnummer",
      "telemóvel",
      "celular",
      "cellulare",
      "msisdn",
      "whatsapp",
    ],
    ...["телефон", "τηλέφωνο", "電話番号", "전화번호", "휴대폰"],
    ...[
      "tel",
      "tél",
      "fax",
      "gsm",
      "mobil",
      "handy",
      "móvil",
      "тел",
      "τηλ",
      "電話",
      "电话",
      "手机",
      "전화",
    ].flatMap(delimited),
  ],
  head: /^(?:(?:[a-z]{1,12}[_-]?)?(?:t[eé]l[eé])?(?:phone|(?:mobil)?telef(?:o|ó|oo)n[eo]?|mobile?|handy|rufnummer|telemóvel|m[oó]vil|celular|cellulare|msisdn|whatsapp)(?:[_-]?(?:no|nr|num|number|nummer|1|2))?|t[eé]l|fax|gsm|тел(?:ефон)?|τηλ(?:έφωνο)?|電話(?:番号)?|电话|手机|전화(?:번호)?|휴대폰)\.?$/,
  value: /^(?=(?:\D*\d){7,15}\D*$)[+(]?\d[\d ()./-]{5,22}$/,
});

/** Social Security numbers in a column of their own. */
export const ssnColumn: Detector = personalColumn({
  type: "US_SSN",
  name: "us-ssn-column",
  kind: "pii",
  source: "RFC 4180; SSA, POMS RM 10201.035",
  check: "nine digits, none of the areas 000, 666 and 9xx",
  words: ["ssn", "social_sec", "social-sec"],
  head: /^(?:[a-z]{1,12}[_-])?(?:ssn|social[_-]security[_-]?(?:no|num|number)?)$/,
  value: /^(?!000|666|9)\d{3}[- ]?\d{2}[- ]?\d{4}$/,
});
