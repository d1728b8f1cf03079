import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";

/** `text` has braces around what must be found in it, and nothing else may be. */
function expectMarked(text: string): void {
  const marked = [...text.matchAll(/\{([^}]*)\}/g)].map(([, value]) => value);
  expect(valuesIn(text.replace(/[{}]/g, ""))).toEqual(marked);
}

describe("where a telephone number begins", () => {
  it.each([
    "costs $415-555-0132",
    "issue #415-555-0132",
    "at %415-555-0132",
    "costs €415-555-0132",
    "id x.415-555-0132",
    "id x-415-555-0132",
    "id x415-555-0132",
    "tel.{415-555-0132}",
    "mob.{415-555-0132}",
    "ph.{415-555-0132}",
    "fax.{415-555-0132}",
    "hotel.415-555-0132",
    "12,{415-555-0132}",
    "12,415-555-01329",
    "a, {415-555-0132}",
    "-{415-555-0132}",
    "is (a) + 49301234567",
    "is x[1] + 49301234567",
    "is 12 + 49301234567",
    "0 s + 539114308 ns",
    "cachedAt + 31536000000",
    "row.time + 31536000000",
    "row_time + 31536000000",
    "t = start + 31536000000",
    "return start + 31536000000",
    "Tel. {+ 49 30 1234567}",
    "Tel. {+(49) 30 1234567}",
    "Tel. {(+49) 30 1234567}",
  ])("in %j", expectMarked);
});

describe("where a telephone number ends", () => {
  it.each([
    "_{415-555-0132}_ is it",
    "id 415-555-0132_x",
    "id 415-555-0132+1",
    "id 415-555-0132@host",
    "at {+14155550132}@host",
    "id 415-555-0132:80",
    "{415-555-0132}: call",
    "{415-555-0132x12}",
    "{415-555-0132ext.12}",
    "id 415-555-0132abc",
    "id 415-555-0132.5",
    "{415-555-0132}.",
    "id 415-555-0132-A",
    "{415-555-0132}-office",
    "{415-555-0132}-fax, {415-555-0133}-mobile, {415-555-0134}-cell",
    "{415-555-0132}-home, {415-555-0133}-work",
    "{415-555-0132}-Office, {001-755-329-4431}-Fax",
    "{001-668-040-8670x1711} fax",
    "{415-555-0132}/x",
    "a/415-555-0132/x",
    "/415-555-0132/x",
    "{415-555-0132 x12} or {415-555-0133 #12}",
    "{415-555-0132 extension 12} or {415-555-0133 ext. 12}",
    "{415-555-0132} ext 12a",
    "{415-555-0132} example 12",
    "x={415-555-0132}%26y",
    "x={415-555-0132}%2C or {415-555-0133}%3b or {415-555-0134}%7c",
    "id 415-555-0132%x",
  ])("in %j", expectMarked);
});

describe("a number with its country code", () => {
  it.each([
    "{+0049 30 1234567}",
    "at {+4 9 1 5 1 1 2 3 4 5 6 7 8}",
    "at +10011010010",
    "at +35236450.6",
    "at +4734-05243",
    "at +473401-0052430",
    "{+4734-25243}",
    "{+49 30-1234567}",
    "{0049 30 1234567}",
    "at 0063 0043 0045",
    "at 00 11 22 33 44 55",
    "at 0049 0012 3456",
    "dial {011 44 20 7946 0958} now",
    "at 011 44 20 7946 0958",
  ])("in %j", expectMarked);
});

describe("a number of North America", () => {
  it.each([
    "{415-555-0132}",
    "{1-415-555-0132}",
    "{(415) 555-0132}",
    "{415.555.0132}",
    "{415/555-0132} here",
    "at 415-555/0132",
    "at 129.8751055",
    "at 129-875-1055",
    "at 415-155-0132",
    "at 300 - 8640000",
    "at 252.227-7013",
    "at 415 555 0132",
    "awb 176-12345675",
  ])("in %j", expectMarked);
});

describe("a number with the groups of Brazil or Russia", () => {
  it.each([
    "o {(11) 98765-4321} aqui",
    "f(11) 98765-4321 x",
    "o (10) 98765-4321 aqui",
    "o (01) 98765-4321 aqui",
    "o (11) 88765-4321 aqui",
    "a {8 (916) 123-45-67} b",
    "a {8-916-123-45-67} b",
    "a {7-916-123-45-67} b",
    "a 9-916-123-45-67 b",
    "a 8-216-123-45-67 b",
    "a 8-916-123 45 67 b",
    "a 8-916-12-345-67 b",
    "a 8-91-6123-45-67 b",
  ])("in %j", expectMarked);
});

describe("a date, a limit or a repeated digit is no telephone number behind a word for one", () => {
  it.each([
    "phone 2024-03-15",
    "phone 1999/12/31",
    "phone 15.03.2024",
    "phone 12/31/99",
    "phone 31-12-2024",
    "phone 5.3.2024",
    "tel 3 15.03.2024",
    "phone 1048576",
    "phone 4294967295",
    "message (1 - 65535 sec), message 0 - 32767",
    "signal names in POSIX (1003.1-2008)",
    "phone 4294967294",
    "phone 11111111",
    "phone 12345678901234",
    "phone {1048570}",
    "phone {2024-0315}",
    "phone {3024-03-15}",
    "phone {45-03-2024}",
    "phone {15-45-2024}",
  ])("in %j", expectMarked);
});

describe("no telephone number is in a hexadecimal dump", () => {
  it.each([
    "0010  45 00 00 25 00 01 00 00 40 11 7C C5 7F 00 00 01  E..%",
    "00000020: 00 49 30 12 34 56 78 90 12 00 00 00 00 00 00 00  .I0.",
    "callerid 3D 2F 6C 69 73 74 65 6E 65 72 27 00 00 00 6D 64",
  ])("%s", (line) => {
    expectMarked(`phone:\n${line}\n`);
  });

  it("but one in groups of two is found", () => {
    expectMarked("Tel. {06 12 34 56 78}, 0171 is the code of the network");
    expectMarked("tel {0171  45 67 89 10}");
    expectMarked("Tél : {01 42 68 53 00} 2e étage, tel 2b {06 12 34 56 78} 1a");
  });
});
