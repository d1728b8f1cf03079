import { wordSet } from "../../../text/word-tables.ts";

/**
 * Words of sentences, also in other languages; of forms, icons and rules; and of names of things
 * and settings.
 */
const WORDS = wordSet(`
  the your you changing this that these then and for not none noe without with from into here must
  may should shall will would can cannot could please enter used uses use using leave left blank
  empty see when where which what why who how has have had are was were its any all some each new
  old same only but per via than default optional required require strong weak secure confirm
  reset forgotten forgot choose least most more login log sign account access api app web dev prod
  service server client cluster mysql redis root file path env vault manager store master main
  example sample dummy fake placeholder incorrect invalid valid wrong private public hidden clear
  plain text phrase recovery seed wallet just about does did too very two three form modal dialog
  header footer title link screen page button btn label icons icon mdi eye locked lock unlock
  panel view row col wrapper container section group widget toggle strength meter control class
  style words word letters letter numbers number symbols symbol digits digit characters character
  uppercase upper lowercase lower minimum min maximum max validation forgery ask tbd during under
  elsewhere generated managed stored rotated redacted bitte muss zeichen eingeben debe frase clave
  votre phrases senha closed outlined outline slash email mail sent successfully success step
  mobile signup length between bad while decrypt und oder nicht kein eine ein der die das gross
  klein ziffern della dell nella una non para con por sin pour avec les une pas tidak yang frasa
  kata sandi
`);

/** What further such words begin with. */
const BEGINNINGS =
  "change auth admin postgres mongo config cred replace encrypt geheim caracter segret saisi".split(
    " ",
  );

/**
 * Whether a phrase, of words joined by dashes or spaces, has a word that passphrases do not have.
 */
export function isSaying(phrase: string): boolean {
  return phrase
    .split(/[- ]/)
    .some((word) => WORDS.has(word) || BEGINNINGS.some((beginning) => word.startsWith(beginning)));
}
