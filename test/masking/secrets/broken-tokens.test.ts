import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { secretsIn } from "../texts/found.ts";
import { token, webToken } from "../texts/samples.ts";

const masker = createMasker();
const jwt = webToken(17, {
  alg: "HS256",
  typ: "JWT",
  kid: "main-2024",
  jku: "https://example.com",
});

/** `text` in lines of `width` characters. */
function broken(text: string, width: number, lineBreak: string): string {
  return (text.match(new RegExp(`.{1,${width}}`, "g")) ?? []).join(lineBreak);
}

describe("a JWT that is broken into lines is masked to its end, without the text below", () => {
  const placeholder = "[JWT_1]";

  it.each([
    ["by mail", 76, "\n"],
    ["by mail with other breaks", 76, "\r\n"],
    ["by a terminal", 80, "\n"],
    ["with an indent", 64, "\n    "],
    ["with backslashes, for a shell", 72, "\\\n"],
  ])("%s", (_by, width, lineBreak) => {
    const text = `${broken(jwt, width, lineBreak)}\nThanks, Jane`;
    expect(masker.mask(text).text).toBe(`${placeholder}\nThanks, Jane`);
  });

  it("also if the first line is shorter because of the text before it", () => {
    const text = `${broken(`Authorization: Bearer ${jwt}`, 76, "\n")}\nThanks, Jane`;
    expect(masker.mask(text).text).toBe(`Authorization: Bearer ${placeholder}\nThanks, Jane`);
  });

  it("also in quoted lines", () => {
    const text = `> Hi,\n> ${broken(jwt, 70, "\n> ")}\n> Thanks, Jane`;
    expect(masker.mask(text).text).toBe(`> Hi,\n> ${placeholder}\n> Thanks, Jane`);
  });

  it.each(["Thanks", "Thanks a lot", "user_id: 7", "eyes.only"])(
    "but a whole JWT on its own line does not include %s below it",
    (below) => {
      expect(masker.mask(`${jwt}\n${below}`).text).toBe(`${placeholder}\n${below}`);
      const even = jwt.length % 2 === 0 ? jwt : `${jwt}A`;
      const lines = broken(even, even.length / 2, "\n");
      expect(masker.mask(`${lines}\n${below} you all`).text).toBe(
        `${placeholder}\n${below} you all`,
      );
    },
  );
});

it("a token of one line does not go on with the name of the next setting", () => {
  const key = ["sk", "test", token(3, 24)].join("_");
  for (const text of [
    `access-key: ${key}\n  service-key: blue`,
    `ACCESS=${key}\nSERVICE_KEY=blue`,
    `${key}\nservice-key was wrong`,
  ])
    expect(secretsIn(text), text).toEqual([key]);
});
