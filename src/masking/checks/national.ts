import { isUniform, luhn, weightedSum } from "./checksums.ts";

/** Whether `yymmdd` could be a date: month 1 to 12, day 1 to 31. */
export function isDay(yymmdd: string): boolean {
  const month = Number(yymmdd.slice(2, 4));
  const day = Number(yymmdd.slice(4, 6));
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

const last = (id: string): number => id.charCodeAt(id.length - 1) - 48;

/** Ministerio del Interior: the letter is the number modulo 23. */
export function spanishLetter(id: string): boolean {
  const number = id.slice(0, -1).replace("X", "0").replace("Y", "1").replace("Z", "2");
  return "TRWAGMYFPDXBNJZSQVHLCKE".charAt(Number(number) % 23) === id.slice(-1);
}

/** PESEL: weights 1 3 7 9, repeated; the century is added to the month. */
export function pesel(id: string): boolean {
  const month = Number(id.slice(2, 4)) % 20;
  const sum = weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
  return month >= 1 && month <= 12 && sum % 10 === 0;
}

const ODD = [
  1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
];

/**
 * Codice fiscale: characters at odd and even positions count differently; the letter is the sum
 * modulo 26.
 */
export function italianCode(id: string): boolean {
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const code = id.charCodeAt(i);
    const value = code <= 57 ? code - 48 : code - 65;
    sum += i % 2 === 0 ? (ODD[value] ?? 0) : value;
  }
  return id.charCodeAt(15) - 65 === sum % 26;
}

/** Australian tax file number: weighted sum divisible by 11. */
export function australianTfn(id: string): boolean {
  return weightedSum(id, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}

/** Medicare (Australia): the ninth digit is the check digit of the first eight. */
export function australianMedicare(id: string): boolean {
  return weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === id.charCodeAt(8) - 48;
}

/** Resident registration number (South Korea): a date, and a digit for century and sex. */
export function koreanRrn(id: string): boolean {
  return isDay(id) && "1234".includes(id.charAt(6)) && Number(id.slice(7, 9)) <= 96;
}

/** Personnummer: a date and a Luhn digit over the last ten digits. */
export function swedish(id: string): boolean {
  const ten = id.replace("+", "").slice(-10);
  return isDay(ten) && luhn(ten);
}

/** Henkilötunnus: modulo 31 over the nine digits. */
export function finnish(id: string): boolean {
  const digits = id.slice(0, 6) + id.slice(-4, -1);
  return (
    isDay(id.slice(4, 6) + id.slice(2, 4) + id.slice(0, 2)) &&
    "0123456789ABCDEFHJKLMNPRSTUVWXY".charAt(Number(digits) % 31) === id.slice(-1)
  );
}

/** T.C. kimlik numarası: two check digits. */
export function turkish(id: string): boolean {
  const odd = weightedSum(id, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weightedSum(id, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  const sum = weightedSum(id, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  return tenth === id.charCodeAt(9) - 48 && sum % 10 === last(id);
}

/** Thai identification number: modulo 11. */
export function thai(id: string): boolean {
  return (11 - (weightedSum(id, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === last(id);
}

/** NRIC and FIN (Singapore): a letter by series, modulo 11. */
export function singaporean(id: string): boolean {
  const series = id.charAt(0);
  const offset = series === "S" || series === "F" ? 0 : series === "M" ? 3 : 4;
  const rest = (weightedSum(id.slice(1), [2, 7, 6, 5, 4, 3, 2]) + offset) % 11;
  const letters = "ST".includes(series)
    ? "JZIHGFEDCBA"
    : series === "M"
      ? "XWUTRQPNJLK"
      : "XWUTRQPNMLK";
  return letters.charAt(rest) === id.slice(-1);
}

/** ABA routing number: weights 3 7 1, and a Federal Reserve prefix. */
export function abaRouting(id: string): boolean {
  const area = Number(id.slice(0, 2));
  const isArea =
    area <= 12 || (area >= 21 && area <= 32) || (area >= 61 && area <= 72) || area === 80;
  return isArea && weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0 && !isUniform(id);
}

/** Steuer-Identifikationsnummer: one of the first ten digits occurs two or three times. */
export function germanDigits(id: string): boolean {
  const counts = new Map<string, number>();
  for (const digit of id.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  return (
    !id.startsWith("0") && counts.size >= 8 && [...counts.values()].every((count) => count <= 3)
  );
}

/** CPF (Brazil): two check digits modulo 11. */
export function brazilianCpf(id: string): boolean {
  const check = (count: number): number => {
    const weights = Array.from({ length: count }, (_, i) => count + 1 - i);
    const rest = (weightedSum(id, weights) * 10) % 11;
    return rest === 10 ? 0 : rest;
  };
  return !isUniform(id) && check(9) === id.charCodeAt(9) - 48 && check(10) === last(id);
}

/** NIR (France): a key that makes the number a multiple of 97. */
export function frenchNir(id: string): boolean {
  const number = id.slice(0, 13).replace("2A", "19").replace("2B", "18");
  return 97 - (Number(number) % 97) === Number(id.slice(13));
}

/** BSN (the Netherlands): the "eleven test". */
export function dutchBsn(id: string): boolean {
  return !isUniform(id) && weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}

/** Resident identity number (China), GB 11643-1999: ISO 7064 MOD 11-2. */
export function chineseId(id: string): boolean {
  const sum = weightedSum(id, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return isDay(id.slice(8, 14)) && "10X98765432".charAt(sum % 11) === id.slice(-1);
}

/** AHV number (Switzerland): EAN-13. */
export function swissAhv(id: string): boolean {
  return weightedSum(id, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

/** Fødselsnummer (Norway): two check digits modulo 11. */
export function norwegian(id: string): boolean {
  const first = weightedSum(id, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11;
  const second = weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11;
  return first === 0 && second === 0;
}
