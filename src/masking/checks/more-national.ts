import { luhn, weightedSum } from "./checksums.ts";
import { isDay } from "./national.ts";

const digit = (id: string, index: number): number => id.charCodeAt(index) - 48;

/** A date written `ddmmyy`. */
function isDayFirst(id: string): boolean {
  return isDay(id.slice(4, 6) + id.slice(2, 4) + id.slice(0, 2));
}

/** CPR (Denmark): a date; there has been no check digit since 2007. */
export function danish(id: string): boolean {
  return isDayFirst(id);
}

/**
 * Rijksregister (Belgium): 97 minus the first nine digits modulo 97, with a 2 before them for
 * people born from 2000 on.
 */
export function belgian(id: string): boolean {
  const check = Number(id.slice(9));
  const before = [Number(id.slice(0, 9)), Number(`2${id.slice(0, 9)}`)];
  return before.some((number) => 97 - (number % 97) === check);
}

/**
 * Rodné číslo (Czechia, Slovakia): a multiple of 11. The month is increased by 50 for women, and by
 * 20 on days with too many births.
 */
export function czech(id: string): boolean {
  const month = (Number(id.slice(2, 4)) % 50) % 20;
  if (month < 1 || month > 12) return false;
  const rest = Number(id.slice(0, 9)) % 11;
  return rest % 10 === digit(id, 9);
}

/** CNP (Romania): weighted sum modulo 11, with 1 for 10. */
export function romanian(id: string): boolean {
  const rest = weightedSum(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return id >= "1" && (rest === 10 ? 1 : rest) === digit(id, 12);
}

/** EGN (Bulgaria): weighted sum modulo 11, with 0 for 10. */
export function bulgarian(id: string): boolean {
  return (weightedSum(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digit(id, 9);
}

/** AMKA (Greece): a date and a Luhn digit. */
export function greek(id: string): boolean {
  return isDayFirst(id) && luhn(id);
}

/** NIF (Portugal): 11 minus the weighted sum modulo 11, with 0 for 10 and more. */
export function portuguese(id: string): boolean {
  const check = 11 - (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return id >= "1" && (check > 9 ? 0 : check) === digit(id, 8);
}

/** PPS (Ireland): the letter is the weighted sum modulo 23; a second letter has weight 9. */
export function irish(id: string): boolean {
  const second = id.length > 8 ? id.charCodeAt(8) - 64 : 0;
  const sum = weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second;
  return "WABCDEFGHIJKLMNOPQRSTUV".charAt(sum % 23) === id.charAt(7);
}

/**
 * Isikukood and asmens kodas (Estonia, Lithuania): two rows of weights, the second if the remainder
 * is 10.
 */
export function baltic(id: string): boolean {
  const first = weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]) % 11;
  const rest = first < 10 ? first : weightedSum(id, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 11;
  return isDay(id.slice(1, 7)) && rest % 10 === digit(id, 10);
}

/** JMBG and EMŠO (successor states of Yugoslavia): 11 minus the weighted sum modulo 11. */
export function yugoslav(id: string): boolean {
  const check = 11 - (weightedSum(id, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check > 9 ? 0 : check) === digit(id, 12);
}

/** Social security number of Austria: the fourth digit is the check digit. */
export function austrian(id: string): boolean {
  return weightedSum(id, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === digit(id, 3);
}

/** TAJ (Hungary): weighted sum modulo 10. */
export function hungarian(id: string): boolean {
  return weightedSum(id, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digit(id, 8);
}

/** SNILS (Russia): weighted sum modulo 101, with 0 for 100. */
export function russianSnils(id: string): boolean {
  return (weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100 === Number(id.slice(9));
}

/** INN of a person (Russia): two check digits, each a weighted sum modulo 11. */
export function russianInn(id: string): boolean {
  const first = (weightedSum(id, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  const second = (weightedSum(id, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10;
  return first === digit(id, 10) && second === digit(id, 11);
}

/** RUT (Chile): 11 minus the weighted sum modulo 11; `K` is 10, and 0 is 11. */
export function chilean(id: string): boolean {
  const body = id.slice(0, -1).padStart(8, "0");
  const check = 11 - (weightedSum(body, [3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return "0K".charAt(11 - check) === id.slice(-1) || String(check) === id.slice(-1);
}

/** CUIT and CUIL (Argentina): 11 minus the weighted sum modulo 11. */
export function argentine(id: string): boolean {
  const check = 11 - (weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check) === digit(id, 10);
}

/** My Number (Japan): 11 minus the weighted sum modulo 11, with 0 for 10 and more. */
export function japanese(id: string): boolean {
  const rest = weightedSum(id, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === digit(id, 11);
}

/**
 * Hong Kong: letters count from 10 up, a missing one as 36; the weighted sum is a multiple of 11.
 */
export function hongKong(id: string): boolean {
  const whole = id.padStart(9, " ");
  let sum = 0;
  for (let i = 0; i < 9; i++) {
    const code = whole.charCodeAt(i);
    const value = code === 32 ? 36 : code < 58 ? code - 48 : i === 8 ? 10 : code - 55;
    sum += value * (9 - i);
  }
  return sum % 11 === 0;
}

/** Letters in the order of the numbers they stand for, from 10 up. */
const TAIWANESE = "ABCDEFGHJKLMNPQRSTUVXYWZIO";

/** Taiwan: the weighted sum of the letter's two digits and the others is a multiple of 10. */
export function taiwanese(id: string): boolean {
  const letter = TAIWANESE.indexOf(id.charAt(0)) + 10;
  const head = Math.floor(letter / 10) + 9 * (letter % 10);
  return (head + weightedSum(id.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0;
}

/** MyKad (Malaysia): a date and a place of birth. */
export function malaysian(id: string): boolean {
  return isDay(id) && id.slice(6, 8) > "00";
}

/** NIK (Indonesia): a date, with 40 added to the day for women. */
export function indonesian(id: string): boolean {
  const day = Number(id.slice(6, 8)) % 40;
  const month = Number(id.slice(8, 10));
  return id >= "11" && day >= 1 && day <= 31 && month >= 1 && month <= 12;
}
