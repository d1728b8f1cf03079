import { luhn, mod11_10 } from "./checks/checksums.ts";
import * as checks from "./checks/more-national.ts";
import type { NationalId } from "./detectors/identity/national-id.ts";

const PASSPORT =
  /passport|reisepass|passnummer|pass-nr|passeport|pasaporte|passaport|paszport|паспорт|护照|護照|パスポート|旅券|여권/;

/** Identifiers of further countries, and those in passports. */
export const MORE_NATIONAL_IDS: readonly NationalId[] = [
  {
    type: "DK_CPR",
    source: "CPR-kontoret",
    pattern: /\d{6}[ -]?\d{4}/,
    check: checks.danish,
    words: /\bcpr\b|cpr-|personnummer/,
  },
  {
    type: "BE_NATIONAL_NUMBER",
    source: "Rijksregister",
    pattern: /\d{2}\.?\d{2}\.?\d{2}[ -]?\d{3}[. ]?\d{2}/,
    check: checks.belgian,
    words:
      /rijksreg|registre national|nationaal ?nummer|num[ée]ro (?:de registre )?national|\bniss\b|\binsz\b|\brrn\b|\bnn\b/,
  },
  {
    type: "CZ_RODNE_CISLO",
    source: "Act 133/2000 Sb. (Czechia), Act 301/1995 Z. z. (Slovakia)",
    pattern: /\d{6}\/?\d{4}/,
    check: checks.czech,
    words: /rodn[éeá].{0,3} [čc][íi]s|\br\. ?[čc]\./,
  },
  {
    type: "RO_CNP",
    source: "Legea 105/1996",
    pattern: /[1-9]\d{12}/,
    check: checks.romanian,
    words: /\bcnp\b|cod(?:ul)? numeric/,
  },
  {
    type: "BG_EGN",
    source: "GRAO, Ordinance RD-02-20-9",
    pattern: /\d{10}/,
    check: checks.bulgarian,
    words: /(?<![а-я])егн(?![а-я])|\begn\b/,
  },
  {
    type: "GR_AMKA",
    source: "IDIKA, amka.gr",
    pattern: /\d{11}/,
    check: checks.greek,
    words: /αμκα|\bamka\b/,
  },
  {
    type: "PT_NIF",
    source: "Autoridade Tributária e Aduaneira",
    pattern: /\d{3}[ .]?\d{3}[ .]?\d{3}/,
    check: checks.portuguese,
    words: /\bnif\b|contribuinte/,
  },
  {
    type: "IE_PPS",
    source: "Department of Social Protection",
    pattern: /\d{7}[a-w][a-iw]?/,
    check: checks.irish,
    words: /\bppsn?\b/,
  },
  {
    type: "EE_ISIKUKOOD",
    source: "EVS 585:2007",
    pattern: /[1-8]\d{10}/,
    check: checks.baltic,
    words: /isikukood/,
  },
  {
    type: "LT_ASMENS_KODAS",
    source: "Gyventojų registro įstatymas",
    pattern: /[1-6]\d{10}/,
    check: checks.baltic,
    words: /asmens kod/,
  },
  {
    type: "HR_OIB",
    source: "Zakon o osobnom identifikacijskom broju",
    pattern: /\d{11}/,
    check: mod11_10,
    words: /\boib\b/,
  },
  {
    type: "YU_JMBG",
    source: "Zakon o jedinstvenom matičnom broju građana",
    pattern: /\d{13}/,
    check: checks.yugoslav,
    words: /\bjmbg\b|јмбг|\bem[šs]o\b|(?<![а-я])емшо(?![а-я])|mati[čc]n/,
  },
  {
    type: "AT_SVNR",
    source: "Österreichische Sozialversicherung",
    pattern: /\d{4}[ -]?\d{6}/,
    check: checks.austrian,
    words: /svnr|sv-n(?:umme)?r|versicherungsn(?:umme)?r/,
  },
  {
    type: "HU_TAJ",
    source: "Act XX of 1996 (Hungary)",
    pattern: /\d{3}[ -]?\d{3}[ -]?\d{3}/,
    check: checks.hungarian,
    words: /\btaj\b/,
  },
  {
    type: "RU_SNILS",
    source: "Social Fund of Russia",
    pattern: /\d{3}-?\d{3}-?\d{3}[ -]?\d{2}/,
    check: checks.russianSnils,
    words: /снилс|\bsnils\b/,
  },
  {
    type: "RU_INN",
    source: "Federal Tax Service of Russia",
    pattern: /\d{12}/,
    check: checks.russianInn,
    words: /(?<![а-яё])инн(?![а-яё])|\binn\b/,
  },
  {
    type: "CL_RUT",
    source: "Servicio de Impuestos Internos",
    pattern: /\d{1,2}\.?\d{3}\.?\d{3}-?[\dk]/,
    check: checks.chilean,
    words: /\bru[tn]\b/,
  },
  {
    type: "AR_CUIL",
    source: "ANSES",
    pattern: /\d{2}-?\d{8}-?\d/,
    check: checks.argentine,
    words: /\bcui[tl]\b/,
  },
  {
    type: "JP_MY_NUMBER",
    source: "Act on the Use of Numbers (Japan, 2013)",
    pattern: /\d{4}[ -]?\d{4}[ -]?\d{4}/,
    check: checks.japanese,
    words: /マイナンバー|個人番号|my ?number/,
  },
  {
    type: "HK_ID",
    source: "Immigration Department, Hong Kong",
    pattern: /[a-z]{1,2}\d{6}\(?[\da]\)?/,
    check: checks.hongKong,
    words: /hkid|hong kong id|香港身份證|身份證/,
  },
  {
    type: "TW_ID",
    source: "Ministry of the Interior, Taiwan",
    pattern: /[a-z][1289]\d{8}/,
    check: checks.taiwanese,
    words: /身[分份]證|taiwan|national id/,
  },
  {
    type: "IL_ID",
    source: "Population and Immigration Authority, Israel",
    pattern: /\d{9}/,
    check: luhn,
    words: /teudat|תעודת זהות|ת[."״']{1,2}ז|מספר זהות|israeli id/,
  },
  {
    type: "MY_NRIC",
    source: "Jabatan Pendaftaran Negara",
    pattern: /\d{6}-?\d{2}-?\d{4}/,
    check: checks.malaysian,
    words: /\bnric\b|mykad|kad pengenalan|no\.? ?k[./]?p(?![a-z])/,
  },
  {
    type: "ID_NIK",
    source: "Undang-Undang 24/2013",
    pattern: /\d{16}/,
    check: checks.indonesian,
    words: /\bnik\b|nomor induk|\bktp\b/,
  },
  {
    type: "PASSPORT",
    name: "passport-digits",
    source: "ICAO Doc 9303 4",
    // The last two are the series and the number in Russia, of passports for travelling and others.
    pattern: /\d{9}|\d{2} \d{7}|\d{2} ?\d{2} \d{6}/,
    words: PASSPORT,
  },
  {
    type: "PASSPORT",
    source: "ICAO Doc 9303 4",
    pattern: /[a-z]{1,2}\d{6,8}/,
    words: PASSPORT,
  },
  {
    // Germany, France, Spain, the Netherlands, Korea and others: four or more digits among letters.
    type: "PASSPORT",
    name: "passport-mixed",
    isMixed: true,
    source: "ICAO Doc 9303 4",
    pattern: /(?=(?:[a-z]{0,5}\d){4})[a-z\d]{9}/,
    words: PASSPORT,
  },
];
