import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped } from "./texts/samples.ts";
import { spread } from "./texts/spread.ts";

/** The texts that `pattern` stands for in which something else than `expected` is found. */
function otherThan(expected: readonly string[], pattern: string, value: string): string[] {
  const texts = spread(pattern).map((text) => text.replace("@", value));
  return texts.filter((text) => valuesIn(text).join() !== expected.join());
}

describe("a payment card", () => {
  it.each([
    ["Visa", ["4"], [16, 19], [13, 18]],
    ["Mastercard", ["51", "55", "2221", "2720"], [16], []],
    ["American Express", ["34", "37"], [15], []],
    ["Diners Club", ["300", "305", "3095", "36", "38", "39"], [14, 16], [17, 18, 19]],
    ["Discover", ["6011", "644", "649", "65"], [16, 19], [17, 18]],
    ["JCB", ["3528", "3589"], [16, 19], [17, 18]],
    ["JCB and UATP", ["1800", "2131", "1"], [], [15]],
    ["UnionPay", ["62"], [16, 17, 18, 19], []],
    ["UnionPay", ["81"], [16], [17, 18, 19]],
    ["Maestro", ["50", "56", "6304", "69"], [16], [12, 13, 14, 15, 17, 18, 19]],
    ["Verve", ["506099", "506198"], [16, 18, 19], [17]],
    ["Mir", ["2200", "2204"], [16], [17, 18, 19]],
    ["RuPay and Troy", ["82", "9792"], [16], []],
  ])("of %s is found alone if its length is usual, else near words", (_, prefixes, usual, rare) => {
    for (const prefix of prefixes) {
      for (const length of usual) {
        const number = card(prefix, length);
        expect(valuesIn(`the ${number} there`)).toEqual([number]);
      }
      for (const length of rare) {
        const number = card(prefix, length);
        expect(valuesIn(`the ${number} there`)).toEqual([]);
        expect(valuesIn(`my card: ${number}`)).toEqual([number]);
      }
    }
  });

  it.each(["50", "2220", "2721", "306", "3094", "3096", "3527", "3590", "2199", "2205", "83"])(
    "outside of the known ranges is found only near words: %s",
    (prefix) => {
      const number = card(prefix === "50" ? "49999" : prefix, prefix === "50" ? 17 : 16);
      expect(valuesIn(`the ${number} there`)).toEqual([]);
      expect(valuesIn(`card ${number}`)).toEqual([number]);
    },
  );

  it.each([
    "{card,carte,Karte,tarjeta,cartão,cartao,carta di pagamento,Kartennummer} @",
    "{Visa,Mastercard,master card,Amex,American Express,Maestro,Diners,Discover,JCB} @",
    "{UnionPay,Union Pay,RuPay,cc,pan,debit,credit,Kredit,卡号,信用卡,カード,карта} @",
  ])("of no known range is found near words about cards: %s", (pattern) => {
    const number = card("91", 16);
    expect(otherThan([number], pattern, number)).toEqual([]);
    expect(otherThan([], "{success,panel,ccw,Diner} @", number)).toEqual([]);
  });

  it("is found in the groups that are printed on it, and before the end of a sentence", () => {
    for (const [number, last] of [
      [card("37", 15), 5],
      [card("36", 14), 4],
    ] as const) {
      const groups = [number.slice(0, 4), number.slice(4, 10), number.slice(10)];
      expect(groups[2]).toHaveLength(last);
      expect(valuesIn(`paid with ${groups.join(" ")} on Monday`)).toEqual([groups.join(" ")]);
    }
    const number = card("4", 19);
    expect(valuesIn(`I lost ${number}. Could you block it?`)).toEqual([number]);
  });

  it("is not assumed among hexadecimal numbers", () => {
    const groups = grouped(card("4", 16), 4, " ");
    expect(valuesIn(`627A ${groups}`)).toEqual([]);
    expect(valuesIn(`x: ${groups} 62F0`)).toEqual([]);
    expect(valuesIn(`FACE ${groups}`)).toEqual([groups]);
  });
});

describe("the security code of a card", () => {
  it.each([
    "{cvv,CVC,cvv2,cvc2,card security code,card verification number,card code,card verification} @",
    "{Kartenprüfnummer,Kartenprüfziffer,cryptogramme visuel,código de seguridad de la tarjeta} @",
    "cvv{ code, number, value, num, no, no., nr, nr.,-code,_value}: @",
    "cvv {is,ist,est,es,was,:,=,#,→,|,=>,->,: is} @",
    "{code on the back,digits on the back,number on the back,code on the reverse}{ of the card, of your card,, please, please,}?\n@",
    'ask "cvv?"{ , }\nada: @',
    "cvv.\r\nit is @",
  ])("is found behind its name: %j", (pattern) => {
    expect(otherThan(["382"], pattern, "382")).toEqual([]);
  });

  it.each(["cvv 3825a", "cvv: 382%", "cvv 382.5", "cvv 382/7", "cvv?\n382%", "cvv?\n382-11"])(
    "is not assumed in %j",
    (text) => {
      expect(valuesIn(text)).toEqual([]);
    },
  );

  it.each([
    " exp 12/28 @",
    " {exp.,exp:,expiry,expires,expire,valid thru,valid until} 12/28 @",
    ", 01/2028, @",
    " {1/28,09/28,10/28,3|28} |@",
    "|12|2028|@",
    ",12/49; @",
  ])("is found behind a card and its expiry date: %s", (pattern) => {
    const number = card("4", 16);
    expect(otherThan([number, "382"], `${number}${pattern}`, "382")).toEqual([]);
    expect(valuesIn(`${number} exp 12/28 382% sure`)).toEqual([number]);
    expect(valuesIn(`${number} exp 12/28 382.50`)).toEqual([number]);
  });
});

describe("a Social Security number without dashes", () => {
  it.each([
    "{ssn,SSN:,customer_ssn,debtorSSN,employeeSSN,applicantSSN,insuredssn,cossn} @",
    "{beneficiarySSN,spousessn,personssn,newSSN,oldssn,fullssn,taxssn,usssn} @",
    "{social,soc sec,soc. sec.,socsec,ss#,ss #,ss no,s.s.n.,w-9,w9,w-2,w2} @",
    "{tax id,tax-id,taxid,taxpayer,tax payer,tin} @",
    "@ {is my ssn,(SSN)}",
  ])("is found near words for it: %s", (pattern) => {
    expect(otherThan(["536228726"], pattern, "536228726")).toEqual([]);
    expect(otherThan(["536 22 8726"], pattern, "536 22 8726")).toEqual([]);
  });

  it("is not assumed elsewhere", () => {
    expect(otherThan([], "{the,xssn,lessn,glass no,satin,antisocia} @", "536228726")).toEqual([]);
    expect(otherThan([], "@ {classn,and of all the persons an ssn}", "536228726")).toEqual([]);
  });

  it.each([
    "536-00-8726",
    "536-22-0000",
    "000-22-8726",
    "666-22-8726",
    "911-89-1234",
    "911-93-1234",
  ])("is not assumed in one that is never issued, with dashes: %s", (number) => {
    expect(valuesIn(`the tax id ${number} there`)).toEqual([]);
  });

  it("is a taxpayer's near words for that", () => {
    const pattern = "{itin,ITIN:,tax id,tax-id,taxpayer,tin,irs,individual tax} @";
    expect(otherThan(["912701234"], pattern, "912701234")).toEqual([]);
    expect(otherThan([], "{the,xitin,tint,first} @", "912701234")).toEqual([]);
  });
});

describe("an identifier of the United Kingdom", () => {
  it.each([
    "{nhs,NHS number,nhs_no,nhs-id,nhsnumber,nhsnum,nhsno,nhsid} @",
    "{national health,health number,health no,patient number,patient no,patient id} @",
  ])("of the NHS is found near words for it: %s", (pattern) => {
    expect(otherThan(["943 476 5919"], pattern, "943 476 5919")).toEqual([]);
    expect(otherThan(["9434765919"], pattern, "9434765919")).toEqual([]);
    expect(otherThan([], "{xnhs,nhsx,the} @", "943 476 5919")).toEqual([]);
  });

  it.each(["AB123456C", "AB 12 34 56 C", "AB-12-34-56-C", "ab  12  34  56  d", "AB 123456 C"])(
    "of National Insurance is found as %s",
    (value) => {
      expect(valuesIn(`number ${value}, please`)).toEqual([value]);
    },
  );

  it("of National Insurance has an issued prefix", () => {
    const issued = spread("{A,B,C,E,G,H,J,K,L,M,N,O,P,R,S,T,W,X,Y,Z}{A,C,E,H,J,L,M,P,R,S,W,X,Y}@");
    expect(issued.filter((text) => valuesIn(text.replace("@", "123456C")).length === 0)).toEqual(
      [],
    );
    const others = "{BG,GB,KN,NK,NT,TN,ZZ,DA,FA,IA,QA,UA,VA,AD,AF,AI,AO,AQ,AU,AV}@";
    expect(otherThan([], others, "123456C")).toEqual([]);
    expect(otherThan([], "AB@", "111111C")).toEqual([]);
    expect(otherThan([], "AB @", "11 11 11 C")).toEqual([]);
  });
});
