import type { Detector } from "../../scan/detector.ts";
import { isNhs } from "../identity/uk-ids.ts";
import { personalColumn } from "./personal-columns.ts";

/** Social Security numbers in a column of their own. */
export const ssnColumn: Detector = personalColumn({
  type: "US_SSN",
  name: "us-ssn-column",
  kind: "pii",
  source: "RFC 4180; SSA, POMS RM 10201.035",
  check: "nine digits, none of the areas 000, 666 and 9xx",
  words: "ssn|social_sec|social-sec|social sec|tax id|tax_id|tax-id|taxid|taxpayer".split("|"),
  isHead: (head) =>
    /^(?:[a-z]{1,12}[_ -])?(?:ssn|social[_ -]security|tax[_ -]?(?:payer[_ -]?)?id)(?:[_ -]?(?:no|num|number|#))?\.?$/.test(
      head,
    ),
  isNumber: true,
  value: /^(?!000|666|9)\d{3}[- ]?\d{2}[- ]?\d{4}$/,
});

/** NHS numbers in a column of their own. */
export const nhsColumn: Detector = personalColumn({
  type: "UK_NHS",
  name: "uk-nhs-column",
  kind: "pii",
  source: "RFC 4180; NHS Data Dictionary, NHS NUMBER",
  check: "check digit modulo 11",
  words: ["nhs"],
  isHead: (head) => /^(?:[a-z]{1,12}[_ -])?nhs(?:[_ -]?(?:no|num|number|id))?\.?$/.test(head),
  isNumber: true,
  value: /^\d{3}[- ]?\d{3}[- ]?\d{4}$/,
  isValid: (value) => isNhs(Uint8Array.from(value.replace(/\D/g, ""), Number), 0),
});
