/**
 * Letters, digits and a sign that are no password: amounts and shares (`US$1200.50`, `50%off`), powers
 * (`v1^2`), what a sign joins (`read*write2`, `Level*5up`, `flags&0x1F`), departments (`R&D`), languages
 * (`C#11`), and the number of a room, a ticket or a customer.
 */
const NO_PASSWORD =
  /^[A-Za-z]{0,3}[$€£][\d.,]+[kKmM]?(?:$|[-/])|^\d+%|^[A-Za-z]?\d*\^\d|^[a-z]+[*&][a-z]+\d?$|^[A-Za-z]+[*&]\d[a-z]{0,3}$|&0x|^[A-Z]{1,3}&[A-Z]|^[A-Z][#+]{1,2}[\d.]+$/;
/** Something with a number; people call a pet and a year so, too, but not with these words. */
const NUMBERED = /^(?:apt|ext|room|rev|no|ticket|order|user|client)#\d+(?:[a-z-]\w{0,3}){0,2}$/i;

/** Whether lists and rows of tables have such a value for anything but a password. */
export function isNoPassword(value: string): boolean {
  return NO_PASSWORD.test(value) || NUMBERED.test(value);
}
