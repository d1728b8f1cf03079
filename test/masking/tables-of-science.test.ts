import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";
import { card, grouped } from "./texts/samples.ts";

const visa = card("4", 16, 5);
const groups = grouped(visa, 4, " ").split(" ");
const [first, second, third, fourth] = groups;

describe("tables of science have no telephones and cards", () => {
  it.each([
    ["stars of Cepheus", "Cep 6 106032 116727 116727 112724 112724 110988 110988 105199 837264"],
    [
      "places in a dictionary",
      "mobile ~ 9 7 01539651 00602255 02216578 01539081 00395698 02765464",
    ],
    ["coordinates of stars", "vertex 21.04578 +43.98366\nvertex 21.01889 +43.77099"],
    ["prefixes of vendors", "001663 Heron Mobile\n001664 Crane SpA\n"],
    ["bytes of a format", "phone %*ph 00 01 02 ... 3f"],
    ["numbers before a part of speech", "went direct to the office\n00052026 02 r"],
    ["pages of an article", "Phone records, p. 327 - 336 (2004)"],
    ["faces of a body", `f 17/9/${first} ${second}/${third}/${fourth} 18/9/17`],
    ["faces without textures", `f ${first}//${second} ${third}//${fourth} 18//17`],
    ["negative numbers of drawings", `2617,0,3106-0-${groups.join("-")},974,1722`],
  ])("%s", (_what, text) => {
    expect(valuesIn(text)).toEqual([]);
  });

  it.each([
    ["Cep 837264 837265 837266 837267", ["837264 837265", "837266 837267"]],
    [
      "mobile 07700 900123 07700 900124 07700 900125",
      ["07700 900123", "07700 900124", "07700 900125"],
    ],
    ["phone,fax\n+43.1983661,+43.1983662", ["+43.1983661", "+43.1983662"]],
    ["Phone: +43.98366", ["+43.98366"]],
    ["mobile 0049 1512 3456789", ["0049 1512 3456789"]],
    ["fax 00 45 32 12 34 56", ["00 45 32 12 34 56"]],
    ["my phone number is 00123456", ["00123456"]],
    [
      "Tel. 612345 612346 612347 612348 612349 612350",
      ["612345 612346", "612347 612348", "612349 612350"],
    ],
    [`Smith,5-${groups.join("-")},12,2027,123`, [groups.join("-")]],
    [`card ${first}/${second}/${third}/${fourth}`, [`${first}/${second}/${third}/${fourth}`]],
    [`${groups.join("/")} was charged`, [groups.join("/")]],
    [`${groups.join(" ")}/12/27`, [groups.join(" ")]],
    [`order 12,0-${groups.join("-")}, paid`, [groups.join("-")]],
  ])("but those in %s are found", (text, expected) => {
    expect(valuesIn(text)).toEqual(expected);
  });
});
