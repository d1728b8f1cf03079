/**
 * What tells a number that means something from a row of digits. Arguments are what a pattern
 * matched, separators included.
 */

/** Length of an IBAN by country (SWIFT IBAN registry, the larger countries). */
const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24,
  AE: 23,
  AT: 20,
  BE: 16,
  BG: 22,
  BR: 29,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IL: 23,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SA: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  TR: 26,
  UA: 29,
};

/** 13 to 19 digits that pass the Luhn check (ISO/IEC 7812-1) and are not all the same. */
export function isCardNumber(match: string): boolean {
  const digits = match.replace(/[ -]/g, "");
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1*$/.test(digits)) return false;
  // Current card networks issue numbers that begin with 2 to 6; others are ids and timestamps.
  if (digits < "2" || digits >= "7") return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The country's length and the remainder 1 modulo 97 (ISO 13616). */
export function isIban(match: string): boolean {
  const iban = match.replaceAll(" ", "");
  if (IBAN_LENGTHS[iban.slice(0, 2)] !== iban.length) return false;
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}

/** Area, group and serial that the US Social Security Administration may have issued. */
export function isSsn(match: string): boolean {
  const [area = "", group = "", serial = ""] = match.split("-");
  const areaIsIssued = area !== "000" && area !== "666" && area < "900";
  return areaIsIssued && group !== "00" && serial !== "0000";
}

/** Four octets without leading zeros. */
export function isIpv4(match: string): boolean {
  return match.split(".").every((octet) => Number(octet) <= 255 && String(Number(octet)) === octet);
}

/** 8 to 15 digits (ITU-T E.164). */
export function isPhoneNumber(match: string): boolean {
  const digits = match.replace(/\D/g, "").length;
  return digits >= 8 && digits <= 15;
}
