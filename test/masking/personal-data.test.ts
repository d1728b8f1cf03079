import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { card, grouped, iban } from "./texts/samples.ts";

const masker = createMasker();

/** The types of all matches, with their texts. */
function found(text: string): string[] {
  return masker.detect(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);
}

const visa = card("4", 16);
const german = iban("DE", "370400440532013000");
const british = iban("GB", "NWBK60161331926819");

describe("personal data is found", () => {
  it.each([
    ["PHONE", "347 1234567", "il mio cellulare è {}"],
    // Of lengths that their countries do not use, or used in the past.
    ["PHONE", "+370-7-228500", "Fax: {}"],
    ["PHONE", "+45 892 123", "call me at {}"],
    ["PHONE", "+1 415 555 01234", "Phone: {}"],
    ["PHONE", "+31 6 1234 567", "mijn telefoonnummer: {}"],
    ["PHONE", "347 1234567", "cellulare: {}"],
    ["PHONE", "0221 678901", "Rückfragen: {} oder per Post"],
    ["PHONE", "07.14.91.39.10", "joignable au {}"],
    ["PHONE", "18149338423", "微信同号 {}"],
    ["EMAIL", "jane at example punkt de", "{} ist meine Adresse"],
    ["IBAN", `DE ${grouped(german.slice(2), 4, " ")}`, "IBAN {}"],
    ["IBAN", german, "+20?DATEN?31{}?32MUSTER"],
    ["CREDIT_CARD", visa, "%B{}^DOE/JANE^2712101641682590?"],
    ["PHONE", "06 12 34 56 78", "Mon numéro: {}"],
    ["PHONE", "06 12 34 56 78", "appelle-moi au {}"],
    ["PHONE", "8 916 123 45 67", "моб. {}"],
    ["PHONE", "052-1234567", "נייד {}"],
    ["PHONE", "050 123 4567", "جوال: {}"],
    ["PHONE", "۰۹۱۲۳۴۵۶۷۸۹", "تلفن: {}"],
    ["PHONE", "01712-345678", "ফোন {}"],
    ["PHONE", "๐๘๑-๒๓๔-๕๖๗๘", "โทร {}"],
    ["PHONE", "0912 345 678", "điện thoại {}"],
    ["PHONE", "0812-3456-7890", "telepon {}"],
    ["PHONE", "0712 345678", "simu {}"],
    ["PHONE", "599 12 34 56", "ტელ {}"],
    ["PHONE", "091 123456", "հեռ. {}"],
    ["PHONE", "2123 4567", "tālr. {}"],
    ["PHONE", "0511 123456", "☎ {}"],
    ["PHONE", "0511 123456", "📞{}"],
    ["PHONE", "07700900123", '"mobilePhone": "{}"'],
    ["PHONE", "08123 456 78", "Mobiltelefon: {}"],
    ["PHONE", "14155552671", "caller_id: {}"],
    ["PHONE", "601234567", "mój numer to {}"],
    ["PHONE", "015112345678", "meine Nummer ist {}"],
    ["PHONE", "0612345678", "mijn nummer is {}"],
    ["PHONE", "０９０−１２３４−５６７８", "連絡先：{}"],
    ["PHONE", "089-12345678", "Festnetz: {}"],
    ["PHONE", "(21) 3456-7890", "Ligar para {}"],
    // A sentence's own dash is no part of an address.
    ["EMAIL", "jane@example.com", "write to me\u2014{}\u2014today"],
    ["EMAIL", "jane.doe+x@example.co.uk", "\u2014{}"],
    ["IP", "203.0.113.7", "the server\u2014{}\u2014is down"],
    ["MAC", "001A2B3C4D5E", "MAC address {}"],
    ["MAC", "f81a67b4c109", '"bssid":"{}"'],
    ["EMAIL", "etunimi.sukunimi(a)yritys.fi", "sähköposti {}"],
    ["EMAIL", "jane.doe [a] firma.de", "E-Mail: {}"],
    ["EMAIL", "anna (klammeraffe) web (punkt) de", "mail: {}"],
    ["EMAIL", "jane\\@example.com", '$to = "{}";'],
    ["EMAIL", "jane@example.com", "write to {}—thanks"],
    ["EMAIL", "jane AT firm DOT institute", "Jane <{}>"],
    ["PHONE", "+1-054-353-1726", "{} fax"],
    ["PHONE", "532.123.45.67", "{}"],
    ["PHONE", "33.12.34.56", "mobil {}"],
    ["PHONE", "512-345-678", "tel. kom.: {}"],
    ["PHONE", "06-1-234-5678", "hívjon: {}"],
    ["PHONE", "070-123 45 67", "ring mig på {}"],
    ["PHONE", "040 123 4567", "soita {}"],
    ["PHONE", "081298765432", "nomor HP: {}"],
    ["PHONE", "020 7123 4567", "(T) {}"],
    ["PHONE", "+15125550145", "sip:{}@gw"],
    ["PHONE", "0041 44 668 18 00", "is it {}?"],
    ["EMAIL", "bob dot smith at gmail dot com", "my email is {}, ok?"],
    ["EMAIL", "jane.doe+tag@mail.example.co.uk", "Write to {} today."],
    ["EMAIL", "o'hara@example.com", "const x = '{}';"],
    ["EMAIL", "user%dept17@example.com", "mail: {}"],
    ["EMAIL", "b%C3%BCrgi@example.com", "to={}&x=1"],
    ["EMAIL", "bob@example.com", "?next=%2Fa%3Dto%3D{}"],
    ["EMAIL", "jürgen@bücher.example", "{}"],
    ["EMAIL", "user@xn--bcher-kva.example", "({})"],
    ["EMAIL", "jane@[192.0.2.1]", "mail {}!"],
    ["EMAIL", "bob@example.com", "mailto:{}?subject=hi"],
    ["EMAIL", "bob@example.com", "我的邮箱是{}，谢谢"],
    ["CREDIT_CARD", visa, "pay with {}"],
    ["CREDIT_CARD", grouped(visa, 4, " "), "{}"],
    ["CREDIT_CARD", grouped(visa, 4, "-"), "card {} exp 04/27"],
    ["CREDIT_CARD", card("37", 15), "Is it {}?"],
    ["CREDIT_CARD", card("36", 14), "charge {} now"],
    ["CREDIT_CARD", card("6304", 12), "my card number is {}"],
    ["CREDIT_CARD", card("9", 16), "the debit card {} is lost"],
    ["IBAN", german, "to {} until Friday"],
    ["IBAN", grouped(german, 4, " "), "IBAN {}."],
    ["IBAN", british.toLowerCase(), "my iban is {}"],
    ["IBAN", grouped(british, 4, "-"), "({})"],
    ["PHONE", "+49 (0) 170 4876930", "Call {} after 5pm"],
    ["PHONE", "+14155550132", "{}"],
    ["PHONE", "0044 20 7946 0958", "My details: {}"],
    ["PHONE", "(415) 555-0132", "see `{}` below"],
    ["PHONE", "415.555.2671", "x={}&y=1"],
    ["PHONE", "415-555-2671 ext. 12", "reach me at {}"],
    ["PHONE", "030 901820", "Tel.: {}"],
    ["PHONE", "06-21430987", "Bel me op {}"],
    ["PHONE", "11 4831-9127", "cel: {}"],
    ["PHONE", "785 8949", "They are not answering at {}"],
    ["PHONE", "455 6186", "{} office"],
    ["PHONE", "0711 / 12 34 56", "Tel.: {}"],
    ["PHONE", "044 668 18 83", "Natel {}"],
    ["PHONE", "22 123 45 64", "zadzwoń {}"],
    ["PHONE", "8-916-123-45-68", "звоните {}"],
    ["PHONE", "03-1234-5667", "携帯 {}"],
    ["PHONE", "010-1234-5636", "연락처: {}"],
    ["IP", "192.168.44.194", "ssh root@{}"],
    ["IP", "10.0.0.0/8", "route {} via eth0"],
    ["IP", "203[.]0[.]113[.]7", "seen {} in the logs"],
    ["IP", "2001:db8::8a2e:370:7334", "[{}]:443"],
    ["IP", "fe80::1%eth0", "{}"],
    ["IP", "::ffff:192.0.2.1", "from {}"],
    ["IP", "64:ff9b::198.51.100.1", "NAT64: {}"],
    ["PHONE", "14155550132", "https://wa.me/{}"],
    ["PHONE", "691 234 5923", "τηλ. {}"],
    ["PHONE", "5511987654321", "https://wa.me/{}?text=oi"],
    ["PHONE", "4915123456789", '{"mobile": {}, "created": 1770113472123}'],
    ["PHONE", "8613812345678", "msisdn: {}"],
    ["PHONE", "5511987654321", "phones: {}, ..."],
    ["PHONE", "(11) 98765-4321", "Maria Silva, {}, São Paulo"],
    ["PHONE", "11987654321", "meu zap é {}"],
    ["PHONE", "8 (916) 123-45-67", "Иван Петров, {}, Москва"],
    ["PHONE", "89161234567", "мой номер {}"],
    ["PHONE", "(11) 3456-7890", "{}"],
    ["PHONE", "+49 (0) 30 / 90 18 20 - 17", "is it {}?"],
    ["PHONE", "+49 711 / 123456", "Tel. {}"],
    ["PHONE", "+38 (067) 123-45-67", "Олена, {}"],
    ["PHONE", "8-916-123-45-67", "Иван Петров {}"],
    ["PHONE", "89161234567", "т. {}"],
    ["PHONE", "9876543210", "Mob.{}"],
    ["PHONE", "0151 23456789", "Tel.{}"],
    ["PHONE", "030 901821", "facsimileTelephoneNumber: {}"],
    ["PHONE", "4155550132", '"phones": ["{}"]'],
    ["PHONE", "5511987654321", '"whatsapp": ["{}"]'],
    ["PHONE", "1300 123 456", "{} is our hotline"],
    ["PHONE", "0501234567", "واتساب {}"],
    ["PHONE", "9876543210", "मेरा नंबर {} है"],
    ["PHONE", "13812345678", "我的号码是{}"],
    ["EMAIL", "john underscore smith at gmail dot com", "it is {}, ok?"],
    ["EMAIL", "jane@ example.com", "Mail: {}."],
    ["EMAIL", "ivan собака mail точка ru", "пиши на {}, ok?"],
    ["EMAIL", "ivan собака мейл точка ру", "почта {}"],
    ["EMAIL", "ivan(собака)mail.ru", "{}"],
    ["EMAIL", "anna małpa wp kropka pl", "{}"],
    ["EMAIL", "jan apenstaartje ziggo punt nl", "mail {}"],
    ["IBAN", `DE ${german.slice(2)}`, "IBAN {}"],
    ["PHONE", "01.42.68.53.00", "appelle le {}"],
    ["PHONE", "612 345 678", "llame al {}"],
    ["PHONE", "0812-3456-7891", "hubungi {}"],
    ["PHONE", "٠٥٠١٢٣٤٥٦٧", "اتصل على {}"],
    ["PHONE", "4155550132", "SMS from {} at 10:11"],
    ["PHONE", "011 44 20 7946 0958", "call {} from the US"],
    ["PHONE", "+0049 30 901820", "it is {}."],
    ["IP", "93.184.216.34", "q=ip%3D{}%26x"],
    ["CREDIT_CARD", visa, "q=card%3D{}%26x"],
    ["IP", "abcd::ef", "ping {}"],
    ["MAC", "01:02:03:04:05:06", "{}"],
    ["MAC", "00-11-22-33-44-55", "{}"],
    ["US_SSN", "536-22-8726", "on file: {}"],
    ["US_SSN", "536 22 8726", "ssn={}"],
    ["US_SSN", "536-22-8726", "SSN-{}, ok"],
    ["US_SSN", "536-22-8726", "SSN{}"],
    ["US_SSN", "536228726", "ssn_{}"],
    ["US_SSN", "536 22 8726", "{}"],
    ["US_SSN", "536228726", "his social security number is {}"],
    ["US_ITIN", "911-70-1234", "{}"],
    ["MAC", "00:1A:2B:3C:4D:5E", "hwaddr {}"],
    ["MAC", "AA-BB-CC-DD-EE-FF", "({})"],
    ["MAC", "0012.3456.789a", "port {}"],
    ["UK_NHS", "943 476 5919", "NHS number {}"],
    ["UK_NHS", "9434765919", '{"nhsNumber":"{}"}'],
    ["UK_NHS", "9434765919", "PID|1||X7^^^H^MR~{}^^^NHS^NH||"],
    ["UK_NINO", "AB 12 34 56 C", "NI no. {}"],
    ["CRYPTO", "1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "send to {}"],
    ["CRYPTO", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "wallet: {}"],
    ["CRYPTO", `0x${"9c237f197e10a6df".repeat(3).slice(0, 40)}`, "<td>{}</td>"],
  ])("%s: %s in «%s»", (type, value, frame) => {
    expect(found(frame.replace("{}", () => value))).toEqual([`${type} ${value}`]);
  });

  it("also several values in one text, each with its own type", () => {
    const text = `Mail a@example.com or b@example.org, pay ${visa} from ${german}.`;
    expect(masker.detect(text).map(({ type }) => type)).toEqual([
      "EMAIL",
      "EMAIL",
      "CREDIT_CARD",
      "IBAN",
    ]);
  });

  it("also in JSON text, without parts of escape sequences", () => {
    const json = JSON.stringify({ note: "hello\nbob@example.com\ttel +14155550132" });
    const { text } = masker.mask(json);
    expect(JSON.parse(text)).toEqual({ note: "hello\n[EMAIL_1]\ttel [PHONE_1]" });
  });

  it("also an email address after any number of words in a form field", () => {
    const words = "Please+send+the+contract+for+the+flat+in+the+old+town+as+soon+as+you+can+to";
    for (const at of ["@", "%40"]) {
      for (const mark of ["+", "&", "#"]) {
        const glued = `Body=${words.replaceAll("+", mark)}${mark}ada${at}example.com`;
        for (const said of [glued, `${glued}&From=x`, `${glued} and so on`]) {
          const { text } = createMasker().mask(said);
          expect(text).not.toContain("ada");
          expect(text).toMatch(/^Body=Please.*\[EMAIL_1\]/);
          expect(createMasker().mask(text).text).toBe(text);
        }
      }
    }
  });

  it('also an email address spelled with dashes or underscores before the word "at"', () => {
    for (const behind of [" at work.Thanks", " at index.html", " at the office dot"])
      for (const spelled of ["jane_at_example_dot_com", "jane-at-example-dot-com"])
        expect(masker.mask(`reach ${spelled}${behind}`).text).toBe(`reach [EMAIL_1]${behind}`);
  });

  it("but no email address with too long a local part, or within a password", () => {
    const run = "a1b2c3d4".repeat(9);
    for (const said of [`${run}@example.com`, `v1.${run}@example.com`]) {
      expect(createMasker().mask(said).text).not.toContain("EMAIL");
    }
    const url = `https://app:${run}+${run.slice(20)}@db.example.com/x`;
    expect(createMasker().mask(url).text).toMatch(
      /^https:\/\/app:\[\w+_1\](?:@db.example.com)?\/x$/,
    );
  });
});

describe("text that only looks like personal data is not masked", () => {
  const wrong = visa.slice(0, 15) + ((Number(visa[15]) + 1) % 10);
  it.each([
    ["a card number with a wrong check digit", `reference ${wrong} in ledger`],
    ["a timestamp in milliseconds", '{"ts": 1792911893522}'],
    ["a timestamp in nanoseconds", "time=1776567626942110832 level=info"],
    ["decimals", '"lat": 49.87573643371137, "lng": -65.0435582326983'],
    ["a UUID", "request 60742728-0190-795b-3bb8-5ed8a8ba5091 failed"],
    ["hashes", `commit ${"ae4165806c".repeat(4)} sha256:${"ee14a4b714d97f2c".repeat(4)}`],
    ["a sentence with a point", "look at this punkt de, der Punkt de facto"],
    ["an ISBN", "ISBN 978-7-8868-4054-6"],
    ["a vector", "[-0.0436859091400215, 0.0358452524230783, -0.0434735774776007]"],
    ["a row of code points", "0063 0043 0053 ; 0043 0063 0073"],
    ["an object identifier", "1.2.840.113549.1.1.13"],
    ["a version", "version 1.2.3.4, Chrome/120.0.0.0"],
    ["the version of a tool", "npm 10.8.2.1"],
    ["packages with versions", "npm i @types/node@4.2.4 lodash@4.17.21 @scope/pkg@latest"],
    ["a repository's address", "git clone git@github.com:org/repo.git"],
    ["an image at two sizes", "icon@2x.png and icon@3x.webp"],
    ["code with double colons", "std::vector<std::string> a::b::c(d::e); items[::2]; x :: Int"],
    ["times and ratios", "12:34:56 to 13:45, ratio 16:9, verse 3:16"],
    ["arithmetic", "x = 924 - 45 - 0990 + 719942"],
    ["a table of numbers", "8767 2465 5872\n9682 2205 3387"],
    ["an order number in three groups", "Order 302-5550147-6688213 shipped"],
    ["an order number", "Order 122125508 shipped, invoice INV-98215014"],
    ["an address", "I'd like a taxi to 14 3684 Court Street"],
    ["dates", "born 05/13/1970, on 2024-03-15, 15.03.2024 and 20240684 747463"],
    ["a social security number that was never issued", "000-12-3456, 666-12-3456, 078-05-1120"],
    ["an IBAN with wrong check digits", "DE89 3704 0044 0532 0130 01"],
    ["an address of five numbers", "1.3.6.1.4 and 256.1.2.3"],
    ["decorators", '@app.route("/users")\n@Injectable()'],
    ["rows of code points that begin as country codes do", "0045 0302 0304; 0032 2044 0033"],
    ["coordinates of time zones", "CA\t+4734-05243\tAmerica/St_Johns\t+492717-0023210"],
    [
      "a long number with a plus",
      "drift +3707228500 ns, offset +1-415-555-01234, gain +45 892 123",
    ],
    ["decimals with a sign", "quantize +35236450.6 1e-2, +2.00100000000, +6073641856.9"],
    ["binary digits with a sign", 'format(1234, "+b") is "+10011010010"'],
    ["decimals of three and seven digits", "exp 886.4952608; ((222.8671875, 0.0), '#de')"],
    ["octal constants", "#define O_DIRECTORY\t00200000\t/* must be a directory */"],
    ["numbers of callbacks", "#define NEED_COMBINE_CALLBACK     100156\ncallback(1234567890)"],
    ["rates", "max cell rate:  353207.547 cells/sec, 1412830.188 cells/sec"],
    ["a decimal in quotes", 'introduced, the text "123.456" was interpreted as'],
    ["a list of numbers that rise", "x\n8062\n8064\n8117\n8118\n8133\n8134\n"],
    ["the end of a list of numbers", "x\n2674\n2677\n2678\n2689"],
    ["outlines of pictures", "M 12.402344 16 15.992188 12 L 73.6 44.304688 252.96875 Z"],
    ["hexadecimal numbers in rows", "52A5 5270 5274 5275 5269 52DE 6270 6281\n6288 6277 627D"],
    ["numbers with the same six digits", "::100644 100644 100644 fabadb8 cc95eb0"],
    ["weights of collation", "30E7 ; [.4300.0020.0011.0002] # KATAKANA"],
    ["words that begin as countries do", "'Should set is404 flag for unmatched paths'"],
    ["names of constants", "@NL80211_CMD_UPDATE_FT_IES and PK11URI_PATTR_MANUFACTURER"],
    ["the name of a chip", "the MC146818A-compatible clock"],
    ["the last line of a fingerprint", "81:90:5c:\n         37:5c:c6:69:c7:d7\n"],
    ["points in sentences", "look at index dot html now; work at google dot stuff"],
    ["paragraphs", "section 5.2 (a) is void; if(a)b.push(1); see no.3 (a) foo.bar"],
    ["digests that a Mac made", "on my Mac 3f2a9c1b7d4e was built; macOS 0a1b2c3d4e5f"],
    ["names of intrinsics", "call to \\@llvm.assume and \\@llvm.type.test"],
    ["a clause of a contract", "as defined in DFARS 252.227-7013 (c) (1)"],
    ["outlines with numbers run together", "zm-2 0c0 .009-.28.014-.213.032 4.4 .006.063.03.124.03"],
    ["a dump of memory", "0000120 00 20 80 00 00 20 80 00 00 20 80 00"],
    ["pages of manuals with a date", ".TH bsd_signal 3 2023-02-05, phone 2 2023-02-05"],
    ["versions and dates in columns", "365sms\t1.1.0\t2024-06\t\tsms\ncellular\t0.0.1\t2022-12"],
    ["lines of a change log", "tool callers\n- 6317504: stop calls"],
    ["records of dd", "oflag=direct\n357708+0 records in"],
    ["names of patches", "do-not-look-at-pidfile.patch, unsubmitted-getaux_at_secure.diff"],
    ["pages of a book", "November 1982\np. 118 - 134"],
    ["places on the map", "+0049.3012-00123.4567/ and +0049.301234567"],
    ["a version in a link", "u=ua%26version%3D1.2.3.4 and v%3D10.0.19045.1"],
    ["a day and a time in a name", "backup-26-02-03-10-11-12.tar, 03-02-26-10-11-12"],
    ["code with double colons as the whole message", "dead::beef"],
    ["a year and pages", "(2019) 415-420"],
    ["places in arrays", "signal[123456] = ph[1234567]; direct [1048577]"],
    ["numbers of properties", "graph.4155550132, hotel.4155550132"],
    ["an at sign before what is no domain", "foo@ bar.py, price@ 4.50, x@ y.z"],
    ["sums with slashes", "+10 / 20, +38 12 34"],
    ["numbers in five groups", "8-123-456-78-90"],
    ["sentences about dogs and points", "у нас собака и точка. моя собака лает точка"],
    ["a long number behind a word", `seen at ${iban("AT", "1904300234573201").slice(2)}`],
    ["an article number of as many digits as a phone number", "phone 4006381333931"],
    ["an identifier of as many digits as a phone number", "phone_id: 5511987654321"],
    ["a call with two arguments and a difference", "f(11) 98765-4321"],
    ["a number with a sign and zeros", "+0035236450, +00100 +00200"],
    ["a figure of speech", "look at this dot com bubble, be at the dot in time"],
  ])("%s", (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("obfuscated values are found", () => {
  const email = "jane.doe@example.com";
  const full = (text: string): string =>
    text.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0));
  const arabic = (text: string): string =>
    text.replace(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
  const broken = (text: string): string => grouped(text, 3, "\u200b");
  it.each([
    ["EMAIL", full(email)],
    ["EMAIL", broken(email)],
    ["EMAIL", email.replace("@", "%40")],
    ["EMAIL", email.replace("@", "&#64;")],
    ["EMAIL", email.replace("@", "\\u0040")],
    ["EMAIL", "jane [dot] doe [at] example [dot] com"],
    ["EMAIL", "jane.doe(at)example.com"],
    ["EMAIL", "stay-at-home.jane [at] example dot com"],
    ["EMAIL", "jane.stay_at_home.doe (at) mail.example [dot] com"],
    ["EMAIL", "иван.петров@почта.рф"],
    ["EMAIL", email.toUpperCase()],
    ["CREDIT_CARD", full(visa)],
    ["CREDIT_CARD", arabic(grouped(visa, 4, "-"))],
    ["CREDIT_CARD", broken(grouped(visa, 4, " "))],
    ["CREDIT_CARD", grouped(visa, 4, "\u2013")],
    ["CREDIT_CARD", grouped(visa, 4, "\u00a0")],
    ["CREDIT_CARD", grouped(visa, 4, ".")],
    ["CREDIT_CARD", grouped(visa, 4, "  ")],
    ["CREDIT_CARD", grouped(visa, 1, " ")],
    ["CREDIT_CARD", grouped(visa, 1, "\ufe0f\u20e3")],
    ["CREDIT_CARD", `${visa.slice(0, 4)}\n${grouped(visa.slice(4), 4, " ")}`],
    ["IBAN", broken(grouped(german, 4, " "))],
    ["IBAN", grouped(german.toLowerCase(), 4, "\u202f")],
    ["PHONE", "+44 20 7946 0958".replaceAll(" ", "\u00a0")],
    ["PHONE", full("+44 20 7946 0958")],
    ["PHONE", "+55 11 98456\u20115666"],
    ["US_SSN", broken("536-22-8726")],
    ["US_SSN", full("536-22-8726")],
    ["IP", "203.\u200b0.113\u2060.7"],
    ["IP", full("203.0.113.7")],
  ])("%s as «%s»", (type, value) => {
    const text = `value: ${value} end`;
    const [one, ...others] = masker.detect(text);
    expect(others).toEqual([]);
    expect(one?.type).toBe(type);
    expect(text.slice(one?.start, one?.end)).toContain(value.slice(1, -1));
  });
});
