import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { spread } from "./texts/spread.ts";

const masker = createMasker({ secrets: false, nationalIds: true });

/** The types found in `text`, with what is found. */
function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

describe("an identifier of digits is found near words for it", () => {
  it.each([
    [
      "IN_AADHAAR",
      "399876543211",
      "{aadhaar,Aadhar no,aadhaaar,Adhar number,UIDAI,UID no,आधार,ஆதார்}",
    ],
    ["PL_PESEL", "44051401458", "PESEL"],
    ["AU_TFN", "876543210", "tax file number"],
    ["AU_MEDICARE", "2123456701", "medicare"],
    ["CA_SIN", "130692544", "{SIN,social insurance number,NAS,numéro d'assurance sociale}"],
    ["KR_RRN", "9601211234567", "{RRN,주민등록번호,resident registration}"],
    [
      "SE_PERSONNUMMER",
      "8712202384",
      "{personnummer,personnr,pnr,personal identity,personal number}",
    ],
    ["SE_PERSONNUMMER", "198712202384", "samordningsnummer"],
    ["DE_TAX_ID", "12345678903", "{Steuer-ID,Steuernummer,IdNr,tax id,TIN}"],
    ["TR_NATIONAL_ID", "10000000146", "{T.C. Kimlik,TCKN,TC,turkish id}"],
    ["ZA_ID_NUMBER", "8001015009087", "{ID,identity,resident}"],
    ["TH_TNIN", "1234567890121", "{thai id,บัตร,ประจำตัวประชาชน,national id}"],
    ["US_NPI", "1234567893", "{NPI,provider}"],
    ["ABA_ROUTING_NUMBER", "121000358", "{routing,ABA,transit,RTN}"],
    ["BR_CPF", "52998224725", "{CPF,contribuinte}"],
    ["NL_BSN", "111222333", "{BSN,burgerservicenummer,sofinummer}"],
    ["NO_FODSELSNUMMER", "01010101006", "{fødselsnummer,fodselsnummer,personnummer,fnr}"],
    ["DK_CPR", "2110625629", "{CPR,cpr-nummer}"],
    ["BE_NATIONAL_NUMBER", "85073003328", "{rijksregister,registre national,nationaal nummer}"],
    ["BE_NATIONAL_NUMBER", "85073003328", "{numéro national,numero national,NISS,INSZ}"],
    ["CZ_RODNE_CISLO", "7103192745", "{rodné číslo,rodne cislo,rodného čísla,r.č.,r. c.}"],
    ["RO_CNP", "1630615123457", "{CNP,cod numeric personal,codul numeric}"],
    ["BG_EGN", "7523169263", "{ЕГН,EGN}"],
    ["GR_AMKA", "01013099997", "{ΑΜΚΑ,AMKA}"],
    ["PT_NIF", "123456789", "{NIF,contribuinte}"],
    ["IE_PPS", "1234567TW", "{PPS,PPSN}"],
    ["EE_ISIKUKOOD", "37605030299", "isikukood"],
    ["LT_ASMENS_KODAS", "33309240064", "{asmens kodas,asmens kodą}"],
    ["HR_OIB", "69435151530", "OIB"],
    ["YU_JMBG", "0101006500006", "{JMBG,ЈМБГ,EMŠO,EMSO,ЕМШО,matični broj,maticni broj}"],
    ["AT_SVNR", "1237010180", "{SVNR,SV-Nummer,SV-Nr,Versicherungsnummer,Versicherungsnr}"],
    ["HU_TAJ", "123456788", "TAJ"],
    ["RU_SNILS", "11223344595", "{СНИЛС,SNILS}"],
    ["RU_INN", "500100732259", "{ИНН,INN}"],
    ["CL_RUT", "12531909-2", "{RUT,RUN}"],
    ["AR_CUIL", "20055361682", "{CUIL,CUIT}"],
    ["HK_ID", "A1234563", "{HKID,Hong Kong ID,香港身份證,身份證}"],
    ["TW_ID", "A123456789", "{身分證,身份證,Taiwan,national id}"],
    ["IL_ID", "039337423", '{teudat zehut,תעודת זהות,ת"ז,ת.ז,מספר זהות,Israeli ID}'],
    ["MY_NRIC", "770305021234", "{NRIC,MyKad,kad pengenalan,no. k/p,no kp:,no. k.p}"],
    ["ID_NIK", "3171235708901234", "{NIK,nomor induk,KTP}"],
    ["JP_MY_NUMBER", "123456789018", "{マイナンバー,個人番号,my number,mynumber}"],
    [
      "PASSPORT",
      "925665416",
      "{passport,Reisepass,Passnummer,Pass-Nr,passeport,pasaporte,passaporto}",
    ],
    ["PASSPORT", "C1234567", "{paszport,паспорт,护照,護照,パスポート,旅券,여권}"],
  ])("%s %s: %s", (type, id, pattern) => {
    const texts = spread(pattern).map((word) => `the ${word} ${id}, please`);
    expect(texts.filter((text) => !found(text).includes(`${type} ${id}`))).toEqual([]);
    expect(found(`the item ${id}, please`).filter((one) => one.startsWith(type))).toEqual([]);
  });
});

describe("an identifier is found in each form in which it is written", () => {
  it.each([
    ["IN_AADHAAR", "aadhaar", ["3998 7654 3211", "3998-7654-3211", "3998:7654:3211"]],
    ["ES_NIF", "DNI", ["12345678Z", "12345678-Z", "12.345.678-Z", "12.345.678Z", "1234567L"]],
    ["ES_NIE", "NIE", ["X1234567L", "X-1234567-L", "x 1234567 l"]],
    ["AU_MEDICARE", "medicare", ["2123 45670 1", "2123-45670-1"]],
    ["CA_SIN", "SIN", ["130 692 544", "130-692-544"]],
    ["SE_PERSONNUMMER", "pnr", ["871220-2384", "19871220-2384", "871220+2384"]],
    ["DE_TAX_ID", "IdNr", ["12 345 678 903", "12/345/678/903"]],
    ["US_MBI", "MBI", ["1EG4TE5MK73", "1EG4-TE5-MK73"]],
    ["BR_CPF", "CPF", ["529.982.247-25", "529982247-25"]],
    [
      "FR_NIR",
      "NIR",
      [
        "255081416802538",
        "2 55 08 14 168 025 38",
        "2 55 08 14 168 025  38",
        "2.55.08.14.168.025.38",
        "255 08 14 168 025 38",
        "2 55 08 14 168 02538",
      ],
    ],
    ["NL_BSN", "BSN", ["1112.22.333", "111 222 333", "111.222.333"]],
    ["CH_AHV", "AHV", ["7569217076985", "756.9217.0769.85", "756 9217 0769 85", "756.92170769.85"]],
    ["BE_NATIONAL_NUMBER", "NISS", ["85.07.30-033.28", "850730 033 28"]],
    ["CL_RUT", "RUT", ["12.531.909-2", "12531909-2", "125319092"]],
    ["IT_FISCAL_CODE", "CF", ["RSSMRA85T10A562S", "RSSMRA 85T10 A562S", "rssmra 85t10 a562 s"]],
    ["AR_CUIL", "CUIL", ["20-05536168-2"]],
    ["HK_ID", "HKID", ["A123456(3)"]],
    ["PASSPORT", "passport", ["C01X00T47", "15AA12345", "AAA123456", "M123A4567", "AB1C2D3E4"]],
    ["PASSPORT", "загранпаспорт", ["45 1234567", "4510 123456", "45 10 123456"]],
  ])("%s", (type, word, forms) => {
    for (const form of forms) expect(found(`the ${word} ${form}, ok`)).toEqual([`${type} ${form}`]);
  });
});
