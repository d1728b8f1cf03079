import { describe, expect, it } from "vitest";
import { base58Check, bech32 } from "../../src/masking/checks/addresses.ts";
import { ibanMod97, isLuhn, luhn, verhoeff } from "../../src/masking/checks/checksums.ts";
import { createMasker, NATIONAL_ID_DETECTORS } from "../../src/masking/index.ts";
import { MORE_NATIONAL_IDS } from "./texts/more-national-ids.ts";

/** Published examples of each identifier, from the documents that define them. */
const EXAMPLES: Record<string, string> = {
  IN_AADHAAR: "3998 7654 3211",
  IN_PAN: "ABCPE1234F",
  IN_GSTIN: "27ABCDE1234F1Z5",
  ES_NIF: "12345678Z",
  ES_NIE: "X1234567L",
  PL_PESEL: "44051401458",
  IT_FISCAL_CODE: "RSSMRA85T10A562S",
  AU_TFN: "876 543 210",
  AU_MEDICARE: "2123 45670 1",
  CA_SIN: "130 692 544",
  KR_RRN: "960121-1234567",
  SE_PERSONNUMMER: "871220-2384",
  FI_PERSONAL_IDENTITY_CODE: "131052-308T",
  DE_TAX_ID: "12345678903",
  TR_NATIONAL_ID: "10000000146",
  ZA_ID_NUMBER: "8001015009087",
  TH_TNIN: "1-2345-67890-12-1",
  SG_NRIC_FIN: "S1234567D",
  US_NPI: "1234567893",
  US_MBI: "1EG4-TE5-MK73",
  ABA_ROUTING_NUMBER: "121000358",
  BR_CPF: "529.982.247-25",
  FR_NIR: "2 55 08 14 168 025 38",
  NL_BSN: "111222333",
  CN_RESIDENT_ID: "11010519491231002X",
  CH_AHV: "756.9217.0769.85",
  NO_FODSELSNUMMER: "01010101006",
  MX_CURP: "HEGG560427MVZRRL04",
};

describe("checksums", () => {
  it("accept valid values, and reject invalid ones", () => {
    expect(luhn("4111111111111111")).toBe(true);
    expect(luhn("4111111111111112")).toBe(false);
    expect(ibanMod97("DE89370400440532013000")).toBe(true);
    expect(ibanMod97("DE89370400440532013001")).toBe(false);
    expect(verhoeff("2363")).toBe(true);
    expect(verhoeff("2364")).toBe(false);
    expect(base58Check("1BoatSLRHtKNngkdXEeobR76b53LETtpyT")).toBe(true);
    expect(base58Check("1BoatSLRHtKNngkdXEeobR76b53LETtpyU")).toBe(false);
    expect(bech32("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4")).toBe(true);
    expect(bech32("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5")).toBe(false);
  });

  it("give the same result for characters and for values within an array", () => {
    for (let n = 100; n < 3_000; n++) {
      const digits = String(n);
      const values = Uint8Array.from(`7${digits}3`, Number);
      expect(isLuhn(values, 1, digits.length)).toBe(luhn(digits));
    }
  });
});

describe("national identifiers", () => {
  it("have an example each", () => {
    const shown = new Set([...Object.keys(EXAMPLES), ...MORE_NATIONAL_IDS.map(([type]) => type)]);
    const types = new Set(NATIONAL_ID_DETECTORS.map(({ type }) => type));
    expect([...types].sort()).toEqual([...shown].sort());
  });

  it.each(Object.entries(EXAMPLES))("%s %s is found if enabled", (type, example) => {
    const masker = createMasker({ pii: false, secrets: false, types: { [type]: true } });
    expect(masker.mask(example).text).toBe(`[${type}_1]`);
  });

  it.each(Object.entries(EXAMPLES))("%s with a wrong digit is not found", (type, example) => {
    // These have no check digit.
    if (["IN_PAN", "IN_GSTIN", "US_MBI", "MX_CURP", "KR_RRN"].includes(type)) return;
    const masker = createMasker({ pii: false, secrets: false, types: { [type]: true } });
    const wrong = example.replace(/\d(?=\D*\d\D*$)/, (digit) => String((Number(digit) + 1) % 10));
    expect(masker.detect(wrong)).toEqual([]);
  });
});
