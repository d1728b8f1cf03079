import { PII_DETECTORS, SECRET_DETECTORS } from "../default-detectors.ts";
import { placeholderForm } from "../placeholder-form.ts";
import { type Finding, findSpans } from "../scan/find-spans.ts";
import { Scanner } from "../scan/scanner.ts";

export type { Finding } from "../scan/find-spans.ts";

const FORM = placeholderForm();

/** Created on first use, so that it does not slow down startup. */
let scanner: Scanner | undefined;

/**
 * Returns what the default detectors find in a text: in order, without overlaps. For code that
 * shares only the detectors with the client: no placeholders are created and no vault is used.
 * Placeholders of the default form that are already in the text are not reported.
 */
export function findSensitive(text: string): Finding[] {
  scanner ??= new Scanner([...PII_DETECTORS, ...SECRET_DETECTORS]);
  return findSpans(text, scanner, FORM);
}
