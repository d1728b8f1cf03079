import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";

const masker = createMasker({ nationalIds: true });

/** Examples that the issuers and their commentators print; none of them is anybody's. */
const EXAMPLES: readonly (readonly [type: string, before: string, id: string])[] = [
  ["DK_CPR", "CPR-nummer: ", "211062-5629"],
  ["BE_NATIONAL_NUMBER", "rijksregisternummer ", "85.07.30-033.28"],
  ["CZ_RODNE_CISLO", "rodné číslo: ", "710319/2745"],
  ["RO_CNP", "CNP: ", "1630615123457"],
  ["BG_EGN", "ЕГН: ", "7523169263"],
  ["GR_AMKA", "ΑΜΚΑ ", "01013099997"],
  ["PT_NIF", "o meu NIF é ", "123 456 789"],
  ["IE_PPS", "PPS number ", "1234567TW"],
  ["EE_ISIKUKOOD", "isikukood ", "37605030299"],
  ["LT_ASMENS_KODAS", "asmens kodas: ", "33309240064"],
  ["HR_OIB", "OIB: ", "69435151530"],
  ["YU_JMBG", "JMBG ", "0101006500006"],
  ["AT_SVNR", "SV-Nummer ", "1237 010180"],
  ["HU_TAJ", "TAJ szám: ", "123-456-788"],
  ["RU_SNILS", "СНИЛС ", "112-233-445 95"],
  ["RU_INN", "ИНН: ", "500100732259"],
  ["CL_RUT", "RUT: ", "12.531.909-2"],
  ["AR_CUIL", "CUIL ", "20-05536168-2"],
  ["HK_ID", "HKID ", "A123456(3)"],
  ["TW_ID", "身分證字號 ", "A123456789"],
  ["IL_ID", "teudat zehut ", "039337423"],
  ["MY_NRIC", "MyKad: ", "770305-02-1234"],
  ["ID_NIK", "NIK: ", "3171235708901234"],
  ["PASSPORT", "US passport number ", "C55834612"],
  ["PASSPORT", "passport no. ", "925665416"],
];

describe("identifiers of more states are found where they are asked for", () => {
  it.each(EXAMPLES)("%s", (type, before, id) => {
    const text = `${before}${id}, please check`;
    expect(
      masker.detect(text).map((found) => [found.type, text.slice(found.start, found.end)]),
    ).toEqual([[type, id]]);
  });

  it.each(EXAMPLES)("and not %s where they are not", (type, before, id) => {
    const types = createMasker().detect(`${before}${id}, please check`);
    expect(types.map((found) => found.type)).not.toContain(type);
  });

  it.each(EXAMPLES.filter(([type]) => !["DK_CPR", "MY_NRIC", "ID_NIK", "PASSPORT"].includes(type)))(
    "%s with another digit is none",
    (type, before, id) => {
      const at = id.search(/\d(?=\D*\d\D*\d\D*\d\D*$)/);
      const wrong = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`;
      const found = masker.detect(`${before}${wrong}, please check`);
      expect(found.map((one) => one.type)).not.toContain(type);
    },
  );

  it("my number of Japan, whatever its check digit is", () => {
    const texts = Array.from({ length: 10 }, (_, check) => `マイナンバー 1234-5678-901${check}`);
    expect(texts.filter((text) => masker.detect(text).length > 0)).toHaveLength(1);
  });
});
