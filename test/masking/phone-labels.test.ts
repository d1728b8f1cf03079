import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";

describe("a national telephone number is found by its label in the signature of a mail", () => {
  it.each([
    ["Fon", "030 5512345"],
    ["Zentrale:", "030 5512345"],
    ["Fixe :", "04 78 12 34 56"],
    ["Standard :", "04 78 12 34 56"],
    ["Port. :", "06.53.52.49.53"],
    ["Telf.", "91 512 34 56"],
    ["Tfno.:", "91 512 34 56"],
    ["Tel.", "030 / 242 6004"],
    ["Tel. dienstl.", "0171 2375753"],
    ["Tel. gesch.:", "0171 2375753"],
    ["Tel. służb.", "22 512 34 56"],
    ["тел. раб.", "8 495 512-34-56"],
    ["Tel.", "0711 / 12 34 56"],
    ["Tel.", "0 62 21 / 54 22 38"],
    ["Fax", "0 30 / 12 34 56 78"],
    ["Fon", "0 711 / 54 22 38"],
    ["Tlm:", "912 345 678"],
    ["Fone:", "11 4512-3456"],
    ["Centralino", "02 4512 3456"],
    ["Växel", "08-512 34 56"],
    ["Vaihde", "09 512 3456"],
    ["Mobilszám:", "06 30 512 3456"],
    ["Santral:", "0212 512 34 56"],
    ["сот.", "8 916 512 34 56"],
    ["факс:", "495 512-34-56"],
    ["座机：", "010-51234567"],
    ["传真：", "021-51234567"],
    ["联系方式", "13812345678"],
    ["直通", "03-5123-4567"],
    ["お問い合わせ", "0120-123-456"],
    ["ご連絡は", "090-1234-5678"],
    ["팩스", "02-512-3456"],
    ["대표번호", "1588-1234"],
    ["volejte", "602 345 678"],
    ["sunați la", "0722 793 555"],
    ["sună la", "0722 793 555"],
    ["ringe meg på", "22 33 44 55"],
    ["soittakaa numeroon", "040 333 4444"],
    ["helistage", "5333 4444"],
    ["zvaniet", "2612 3344"],
    ["nazovi me na", "091 333 4444"],
    ["pozovite nas na", "064 333 4444"],
    ["pokličite na", "031 333 444"],
    ["обадете се на", "0888 333 444"],
    ["набери меня", "8 916 333 44 55"],
    ["márcame al", "55 1234 5678"],
    ["liga pra mim", "912 345 678"],
    ["chiamateci allo", "06 3333 4444"],
    ["hit me up at", "415 555 0199"],
    ["cebim", "0532 333 44 55"],
    ["拨打", "13812345678"],
    ["Hubungi saya di", "0812 3456 7890"],
    ["uff.", "02 1234567"],
    ["打给我", "13812345678"],
    ["Numer kontaktowy:", "601 234 567"],
    ["Telefon kontaktowy:", "601234567"],
    ["Telefonszám:", "06 30 512 3456"],
    ["Broj mobilnog telefona:", "091 512 3456"],
    ["Vaste lijn:", "020 512 3456"],
    ["Línea fija:", "601 512 3456"],
    ["Tel. fijo:", "2512 3456"],
    ["Mobilais:", "2612 3456"],
    ["Mobiltlf.:", "912 34 567"],
    ["Тэл.:", "8 029 512-34-56"],
    ["მობილური", "595 12 34 56"],
    ["טל'", "03-512-3456"],
    ["सम्पर्क नम्बर", "9812345678"],
    ["Bizum al", "612345678"],
    ["Caller:", "2025550147"],
    ["T", "01 42 68 53 00"],
    ["SSR CTCM LH HK1/", "4917012345678"],
    ["CTCM", "4917012345678"],
  ])("%s %s", (label, number) => {
    const gap = label.endsWith("/") ? "" : " ";
    expect(valuesIn(`Ada Lovelace\n${label}${gap}${number}\n`)).toEqual([number]);
  });

  it("between bullets next to an e-mail address or another label", () => {
    const [home, mobile] = ["06 39 98 56 78", "0151 23456789"];
    expect(valuesIn(`Rue X, Lyon · ${home} · ada@example.org`)).toContain(home);
    expect(valuesIn(`ada@example.org • ${mobile}`)).toContain(mobile);
    expect(valuesIn(`Ada Lovelace · M: ${mobile} · example.org`)).toEqual([mobile]);
  });

  it("by a letter behind a dash, a slash or a bar", () => {
    const numbers = ["01 42 68 53 00", "06 12 34 56 78"];
    for (const gap of [" – M. ", " / M. ", " | M "])
      expect(valuesIn(`Ada\nT. ${numbers.join(gap)}`), gap).toEqual(numbers);
  });

  it("by the extension after it", () => {
    const number = "0161 496 0245";
    expect(valuesIn(`Ask for HR, ${number}, ext. 12.`)).toEqual([number]);
    expect(valuesIn(`Reception ${number} ext 204`)).toEqual([`${number} ext 204`]);
  });

  it.each([
    "port 8080 and port: 49152, standard 1999-12 to 2004-06",
    "in 1 234 567 890. ada wrote it",
    "Standard 802 11 2020 and prix fixe 25 30 35",
    "Seite 12.3.2024 - 030 / 24 26 01",
    "the files 123456 ext 4, page 12 · 34 56 78 90",
    "points:\n  - t: 1700000000\n    v: 3\n",
    '<path d="\n  M 0 120 240 360 480\n  C 1 2 3 4 5 6"/>',
    "Línea fija de 20 MB, vast nummer 12, mobilais internets 5 GB",
    "Telefonszám megadása kötelező, numer kontaktowy: brak, bizum a 25 euros",
    "Broj mobilnih uređaja 2024, Тэлефон не ўказаны, טל' 2",
    "write to the front desk or at the latest 12 May 2024",
    "Nubia - c. 1500000 BC, width/h: 1234567, unique callers: 1234567",
  ])("but not in %j", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
