import { wordList } from "../text/word-tables.ts";

/**
 * Length of an IBAN by country. Source: SWIFT IBAN Registry, and the national rules of countries
 * that use the format but are not in the registry.
 */
const LENGTHS = wordList(`
  AD24 AE23 AL28 AO25 AT20 AZ28 BA20 BE16 BF28 BG22 BH22 BI27 BJ28 BR29 BY28 CF27 CG27 CH21 CI28
  CM27 CR22 CV25 CY28 CZ24 DE22 DJ27 DK18 DO28 DZ26 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GA27 GB22
  GE22 GI23 GL18 GQ27 GR27 GT28 GW25 HN28 HR21 HU28 IE22 IL23 IQ23 IR26 IS26 IT27 JO30 KM27 KW30
  KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MA28 MC27 MD24 ME22 MG27 MK19 ML28 MN20 MR27 MT31 MU30
  MZ25 NE28 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19
  SK24 SM27 SN28 SO23 ST25 SV28 TD27 TG28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30
`);

const BY_COUNTRY = new Uint8Array(1 << 10);
for (const entry of LENGTHS) {
  BY_COUNTRY[keyOf(entry.charCodeAt(0), entry.charCodeAt(1))] = Number(entry.slice(2));
}

/** Takes the code units of two letters; case-insensitive. */
function keyOf(first: number, second: number): number {
  return ((first & 31) << 5) | (second & 31);
}

/**
 * Length of the whole IBAN for an ISO 3166-1 country code, given as the code units of its two
 * letters in any case; 0 if the country has none.
 */
export function ibanLength(first: number, second: number): number {
  return BY_COUNTRY[keyOf(first, second)] as number;
}
