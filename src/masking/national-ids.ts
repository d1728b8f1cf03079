import { luhn, mod11_10, verhoeff } from "./checks/checksums.ts";
import * as checks from "./checks/national.ts";
import { type NationalId, nationalId } from "./detectors/identity/national-id.ts";
import { MORE_NATIONAL_IDS } from "./more-national-ids.ts";
import type { Detector } from "./scan/detector.ts";

const ROWS: readonly NationalId[] = [
  {
    type: "IN_AADHAAR",
    source: "UIDAI",
    pattern: /\d{4}([ :-]?)\d{4}\1\d{4}/,
    check: (id) => id >= "2" && verhoeff(id),
    words: /a?adha+r|uidai|\buid n(?:o|um)|आधार|আধার|આધાર|ਆਧਾਰ|ஆதார்|ఆధార్|ಆಧಾರ್|ആധാർ/,
  },
  {
    type: "IN_PAN",
    source: "Income Tax Department of India, Rule 114",
    pattern: /[a-z]{3}[abcfghjlpt][a-z]\d{4}[a-z]/,
  },
  {
    type: "IN_GSTIN",
    isMixed: true,
    source: "GST Council of India",
    pattern: /\d{2}[a-z]{5}\d{4}[a-z][1-9a-z]z[0-9a-z]/,
    check: (id) => id >= "01" && id < "39",
  },
  {
    type: "ES_NIF",
    source: "Ministerio del Interior",
    pattern: /(?:\d{7,8}|\d{1,2}\.\d{3}\.\d{3})-?[a-z]/,
    check: checks.spanishLetter,
  },
  {
    type: "ES_NIE",
    isApart: true,
    source: "Ministerio del Interior, Orden INT/2058/2008",
    pattern: /[xyz][ -]?\d{7}[ -]?[a-z]/,
    check: checks.spanishLetter,
  },
  {
    type: "PL_PESEL",
    source: "Ministerstwo Cyfryzacji",
    pattern: /\d{11}/,
    check: checks.pesel,
    words: /pesel/,
  },
  {
    type: "IT_FISCAL_CODE",
    isApart: true,
    isMixed: true,
    source: "Agenzia delle Entrate, D.M. 12/03/1974",
    pattern: /[a-z]{6} ?\d{2}[abcdehlmprst]\d{2} ?[a-z]\d{3} ?[a-z]/,
    check: checks.italianCode,
  },
  {
    type: "AU_TFN",
    source: "Australian Taxation Office",
    pattern: /\d{3}([ -]?)\d{3}\1\d{3}/,
    check: checks.australianTfn,
    words: /\btfn\b|tax file/,
  },
  {
    type: "AU_MEDICARE",
    source: "Services Australia",
    pattern: /[2-6]\d{3}([ -]?)\d{5}\1\d/,
    check: checks.australianMedicare,
    words: /medicare/,
  },
  {
    type: "CA_SIN",
    source: "Service Canada",
    pattern: /[1-79]\d{2}([ -]?)\d{3}\1\d{3}/,
    check: luhn,
    words: /\bsin\b|social insurance|\bnas\b|assurance sociale/,
  },
  {
    type: "KR_RRN",
    source: "Resident Registration Act of Korea",
    pattern: /\d{6}-?[1-4]\d{6}/,
    check: checks.koreanRrn,
    words: /\brrn\b|주민|resident ?(?:registration|number|no)/,
  },
  {
    type: "SE_PERSONNUMMER",
    source: "Skatteverket SKV 704",
    pattern: /(?:\d{2})?\d{6}[-+]?\d{4}/,
    check: checks.swedish,
    words: /personn(?:umme)?r|\bpnr\b|personal (?:identity|number)|samordningsnummer/,
  },
  {
    type: "FI_PERSONAL_IDENTITY_CODE",
    source: "Digi- ja väestötietovirasto",
    pattern: /\d{6}[-+a-fu-y]\d{3}[0-9a-y]/,
    check: checks.finnish,
  },
  {
    type: "DE_TAX_ID",
    source: "Bundeszentralamt für Steuern, § 139b AO",
    pattern: /\d{2}([ /]?)\d{3}\1\d{3}\1\d{3}/,
    check: (id) => mod11_10(id) && checks.germanDigits(id),
    words: /steuer|idnr|tax id|\btin\b/,
  },
  {
    type: "TR_NATIONAL_ID",
    source: "Nüfus ve Vatandaşlık İşleri Genel Müdürlüğü",
    pattern: /[1-9]\d{10}/,
    check: checks.turkish,
    words: /kimlik|\btckn\b|\btc\b|turkish id/,
  },
  {
    type: "ZA_ID_NUMBER",
    source: "Department of Home Affairs",
    pattern: /\d{10}[012]\d{2}/,
    check: (id) => checks.isDay(id) && luhn(id),
    words: /\bid\b|identity|resident/,
  },
  {
    type: "TH_TNIN",
    source: "Department of Provincial Administration",
    pattern: /[1-8](-?)\d{4}\1\d{5}\1\d{2}\1\d/,
    check: checks.thai,
    words: /thai|บัตร|ประจำตัวประชาชน|national id/,
  },
  {
    type: "SG_NRIC_FIN",
    source: "Immigration and Checkpoints Authority",
    pattern: /[stfgm]\d{7}[a-z]/,
    check: checks.singaporean,
  },
  {
    type: "US_NPI",
    source: "CMS, 45 CFR 162.406",
    pattern: /[12]\d{3}([ -]?)\d{3}\1\d{3}/,
    check: (id) => luhn(`80840${id}`),
    words: /\bnpi\b|provider|\bnm1\*[^~\n]{1,80}\*xx\*/,
  },
  {
    type: "US_MBI",
    isMixed: true,
    source: "CMS, Understanding the MBI",
    pattern:
      /[1-9][ac-hj-km-np-rt-y][0-9ac-hj-km-np-rt-y]\d-?[ac-hj-km-np-rt-y][0-9ac-hj-km-np-rt-y]\d-?[ac-hj-km-np-rt-y]{2}\d{2}/,
  },
  {
    type: "ABA_ROUTING_NUMBER",
    source: "American Bankers Association",
    pattern: /\d{4}(-?)\d{4}\1\d/,
    check: checks.abaRouting,
    words: /routing|\baba\b|transit|\brtn\b/,
  },
  {
    type: "BR_CPF",
    source: "Receita Federal",
    pattern: /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/,
    check: checks.brazilianCpf,
    words: /\bcpf\b|contribuinte/,
  },
  {
    type: "FR_NIR",
    source: "INSEE",
    pattern:
      /[12](?: ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?\d[\dab] ?\d{3} ?|\.\d{2}\.(?:0[1-9]|1[0-2]|[2-9]\d)\.\d[\dab]\.\d{3}\.)\d{3}(?: ?[ /.-]? ?)\d{2}/,
    check: checks.frenchNir,
  },
  {
    type: "NL_BSN",
    source: "Wet algemene bepalingen burgerservicenummer",
    pattern: /\d{9}|\d{4}\.\d{2}\.\d{3}|\d{3}([ .])\d{3}\1\d{3}/,
    check: checks.dutchBsn,
    words: /\bbsn\b|burgerservice|sofi/,
  },
  {
    type: "CN_RESIDENT_ID",
    source: "GB 11643-1999",
    pattern: /[1-9]\d{5}(?:19|20)\d{9}[\dx]/,
    check: checks.chineseId,
  },
  {
    type: "CH_AHV",
    source: "Zentrale Ausgleichsstelle",
    pattern: /756\.?\d{4}\.?\d{4}\.?\d{2}|756 \d{4} \d{4} \d{2}/,
    check: checks.swissAhv,
  },
  {
    type: "NO_FODSELSNUMMER",
    source: "Skatteetaten",
    pattern: /\d{6} ?\d{5}/,
    check: checks.norwegian,
    words: /f[øo]dselsnummer|personnummer|\bfnr\b/,
  },
  {
    type: "MX_CURP",
    source: "RENAPO",
    pattern: /[a-z][aeioux][a-z]{2}\d{6}[hmx][a-z]{5}[a-z\d]\d/,
  },
];

/** Identifiers that states assign to people. All are off by default. */
export const NATIONAL_ID_DETECTORS: readonly Detector[] = [...ROWS, ...MORE_NATIONAL_IDS].map(
  nationalId,
);
