import { describe, expect, it } from "vitest";
import { createMasker } from "../../src/masking/index.ts";
import { card, token, webToken } from "./texts/samples.ts";

const masker = createMasker();
const HEAD =
  "MIME-Version: 1.0\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n";

/**
 * `text` in quoted-printable encoding: special characters escaped, and a soft line break after
 * `width` characters.
 */
function quotedPrintable(text: string, width: number): string {
  const pieces = text.replaceAll("=", "=3D").replaceAll("ü", "=C3=BC").match(/=..|./g) ?? [];
  let line = 0;
  return pieces.reduce((mail, piece) => {
    const isBroken = line + piece.length > width;
    line = (isBroken ? 0 : line) + piece.length;
    return `${mail}${isBroken ? "=\r\n" : ""}${piece}`;
  }, "");
}

describe("values in quoted-printable mail are found wherever its lines are broken", () => {
  const values: readonly (readonly [string, string])[] = [
    ["mail me at ", "jane.doe@example.com"],
    ["the card is ", card("4", 16, 8)],
    ["call me at ", "+49 30 901820"],
    ["the key is ", ["gh", "p_"].join("") + token(3, 36)],
    ["the token is ", webToken(4)],
    ["password: ", ["Tulip", "vase4711!"].join("")],
    ["see https://example.com/?token=", token(6, 40)],
  ];

  it.each(values)("%s…", (before, value) => {
    for (let width = 20; width < 76; width++) {
      const text = HEAD + quotedPrintable(`Grüße, ${before}${value} or so`, width);
      const masked = masker.mask(text).text.replaceAll("=\r\n", "");
      const [, kind] = /\[([A-Z_]+)_1\]/.exec(masked) ?? [];
      const plain = `Grüße, ${before}[${kind}_1] or so`;
      expect(masked).toBe(HEAD + quotedPrintable(plain, 1000));
    }
  });

  it("but in other text = at the end of a line is kept", () => {
    const text = `API_TOKEN=\nUSER_ID=4711\nNAME=jane=\ndoe@example.com\n`;
    expect(masker.mask(text).text).toBe("API_TOKEN=\nUSER_ID=4711\nNAME=jane=\n[EMAIL_1]\n");
  });
});
