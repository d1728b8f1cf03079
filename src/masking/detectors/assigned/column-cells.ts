import { CONTEXTUAL, type Emit } from "../../scan/detector.ts";
import type { ScannedText } from "../../text/scanned-text.ts";
import type { Cell, CellKind } from "../tables/columns.ts";
import { isPlainPhrase, looksChosen, looksTyped } from "./chosen.ts";
import { isLongSecret, isLongWord } from "./long-value.ts";
import { type Grade, gradeOf, wordsOf } from "./name.ts";
import { isLocation, isReserved, isTemplate } from "./no-secret.ts";
import { isSecretValue } from "./value.ts";

/** The grade of the values under a name, and where they are reported. */
export interface Report {
  readonly grade: Grade;
  readonly emit: Emit;
}

/** Number of passwords after which a column, most of whose cells they are, has nothing else. */
const FEWEST_OF_COLUMN = 3;
/** Most cells kept until then. */
const MOST_DOUBTFUL = 64;

/**
 * Judges the cells of one column and reports those that are secrets. In a column that has proved to
 * be of passwords, they include those that alone could be anything: `sunshine`, `QBZTtvek`.
 */
export class CellJudge {
  readonly #text: ScannedText;
  readonly #report: Report;
  readonly #doubtful: Cell[] = [];
  #secrets = 0;
  #others = 0;

  constructor(text: ScannedText, report: Report) {
    this.#text = text;
    this.#report = report;
  }

  /** The kind of a cell. Called once per cell, in the order of the rows. */
  judge(cell: Cell): CellKind {
    const { grade, emit } = this.#report;
    const value = this.#text.slice(cell.start, cell.end);
    if (value.includes("\u007f")) return "masked";
    // The next member of an object, outside the string with the table.
    if (value.includes('":')) return "other";
    if (this.#isNextHead(value)) return "head";
    if (!isCellSecret(value, grade)) return this.#doubt(cell, value);
    emit(cell.start, cell.end, CONTEXTUAL);
    this.#secrets++;
    if (this.#isOfPasswords) this.#reportDoubtful();
    return "value";
  }

  /** Whether the cell is the header of the next table. `monkey`, which ends like one, is not. */
  #isNextHead(value: string): boolean {
    if (!isHead(value)) return false;
    const grade = gradeOf(wordsOf(value));
    return this.#report.grade !== "password" || (grade !== "weak" && grade !== "bare");
  }

  get #isOfPasswords(): boolean {
    return this.#secrets >= FEWEST_OF_COLUMN && this.#secrets >= this.#others;
  }

  #doubt(cell: Cell, value: string): CellKind {
    if (this.#report.grade !== "password" || !mayBePassword(value)) return "other";
    this.#others++;
    if (this.#doubtful.length < MOST_DOUBTFUL) this.#doubtful.push(cell);
    if (!this.#isOfPasswords) return "other";
    this.#reportDoubtful();
    return "value";
  }

  #reportDoubtful(): void {
    for (const { start, end } of this.#doubtful) this.#report.emit(start, end, CONTEXTUAL);
    this.#doubtful.length = 0;
  }
}

/** What such a column says of an account without a password. */
const NONE =
  /^(?:null|nil|none|n\/?a|true|false|yes|no|undefined|unknown|expired|locked|disabled|unset|missing|default|empty|(.)\1*)$/i;

/** A word that somebody may have as a password. */
function mayBePassword(value: string): boolean {
  if (!/^\S{4,64}$/.test(value) || NONE.test(value)) return false;
  return !isTemplate(value) && !isReserved(value) && !isLocation(value);
}

/** Whether a cell names the values below it: a secret, without a digit. */
export function isHead(value: string): boolean {
  return !/\d/.test(value) && isNamed(value);
}

/** Whether the content of a cell is the name of a secret. */
export function isNamed(value: string): boolean {
  return value.length <= 40 && gradeOf(wordsOf(value)) !== undefined;
}

function isCellSecret(value: string, grade: Grade): boolean {
  if (isLongWord(value)) return isLongSecret(value, grade);
  if (isSecretValue(value, { grade, isQuoted: true, isText: true })) return true;
  return grade === "password" && (looksChosen(value) || looksTyped(value) || isPlainPhrase(value));
}
