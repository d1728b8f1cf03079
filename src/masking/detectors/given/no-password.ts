/**
 * Letters, digits and punctuation that are not a password: amounts and shares (`US$1200.50`,
 * `50%off`), powers (`v1^2`), words joined by punctuation (`read*write2`, `Level*5up`,
 * `flags&0x1F`), departments (`R&D`), languages (`C#11`), and numbers of rooms, tickets or
 * customers.
 */
const NO_PASSWORD =
  /^[A-Za-z]{0,3}[$€£][\d.,]+[kKmM]?(?:$|[-/])|^\d+%|^[A-Za-z]?\d*\^\d|^[a-z]+[*&][a-z]+\d?$|^[A-Za-z]+[*&]\d[a-z]{0,3}$|&0x|^[A-Z]{1,3}&[A-Z]|^[A-Z][#+]{1,2}[\d.]+$/;
/**
 * Something with a number. People write a pet and a year like this, too, but not with these words.
 */
const NUMBERED = /^(?:apt|ext|room|rev|no|ticket|order|user|client)#\d+(?:[a-z-]\w{0,3}){0,2}$/i;

/** Whether such a value in lists and rows of tables is anything but a password. */
export function isNoPassword(value: string): boolean {
  return NO_PASSWORD.test(value) || NUMBERED.test(value);
}

const OF_SYSTEM =
  /^(?:windows|win|ubuntu|debian|server|python|java|node|php|mysql|postgres|version|v|release|word|office|outlook|exchange|sharepoint)[-_.]?\d{1,4}$/i;

/** `Windows11`: a system that somebody moved from or to, not a password. */
export function isOfSystem(value: string): boolean {
  return OF_SYSTEM.test(value);
}
