import { CONTEXTUAL, type Emit } from "../../../scan/detector.ts";
import type { ScannedText } from "../../../text/scanned-text.ts";
import type { Stretch } from "../../../text/stretch.ts";
import type { CellKind } from "../../tables/columns.ts";
import { type Grade, gradeOf, wordsOf } from "../name/name.ts";
import { isPlainPhrase, looksChosen, looksTyped } from "../value/chosen.ts";
import { isLongSecret, isLongWord } from "../value/long-value.ts";
import { isSecretValue } from "../value/value.ts";
import { mayBePassword, PasswordColumn } from "./password-column.ts";

/** The grade of the values under a name, and where they are reported. */
export interface Report {
  readonly grade: Grade;
  readonly emit: Emit;
}

/** Judges the cells of one column and reports those that are secrets. */
export class CellJudge {
  readonly #text: ScannedText;
  readonly #report: Report;
  readonly #column = new PasswordColumn();

  constructor(text: ScannedText, report: Report) {
    this.#text = text;
    this.#report = report;
  }

  /** The kind of a cell. Called once per cell, in the order of the rows. */
  judge(cell: Stretch): CellKind {
    const { grade, emit } = this.#report;
    const value = this.#text.slice(cell.start, cell.end);
    if (value.includes("\u007f")) return "masked";
    // The next member of an object, outside the string with the table.
    if (value.includes('":')) return "other";
    if (this.#isNextHead(value)) return "head";
    const isSecret = isCellSecret(value, grade);
    if (isSecret) {
      emit(cell.start, cell.end, CONTEXTUAL);
      this.#column.prove();
    } else {
      if (grade !== "password" || !mayBePassword(value)) return "other";
      this.#column.doubt(cell);
    }
    for (const { start, end } of this.#column.takeDoubtful()) emit(start, end, CONTEXTUAL);
    return isSecret || this.#column.isProven ? "value" : "other";
  }

  /** Whether the cell is the header of the next table. `monkey`, which ends like one, is not. */
  #isNextHead(value: string): boolean {
    const grade = gradeOfHead(value);
    if (grade === undefined) return false;
    return this.#report.grade !== "password" || (grade !== "weak" && grade !== "bare");
  }
}

/** Whether a cell names the values below it: a secret, without a digit. */
export function isHead(value: string): boolean {
  return gradeOfHead(value) !== undefined;
}

/** Whether the content of a cell is the name of a secret. */
export function isNamed(value: string): boolean {
  return gradeOfName(value) !== undefined;
}

function gradeOfHead(value: string): Grade | undefined {
  return /\d/.test(value) ? undefined : gradeOfName(value);
}

function gradeOfName(value: string): Grade | undefined {
  return value.length <= 40 ? gradeOf(wordsOf(value)) : undefined;
}

function isCellSecret(value: string, grade: Grade): boolean {
  if (isLongWord(value)) return isLongSecret(value, grade);
  if (isSecretValue(value, { grade, isQuoted: true, isText: true })) return true;
  return grade === "password" && (looksChosen(value) || looksTyped(value) || isPlainPhrase(value));
}
