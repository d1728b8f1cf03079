import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSample } from "../../src/masking/checks/randomness.ts";
import type { Grade } from "../../src/masking/detectors/assigned/name/name.ts";
import { SENTENCE } from "../../src/masking/detectors/assigned/operator/between-in-sentence.ts";
import { wordEnd } from "../../src/masking/detectors/assigned/operator/value-end.ts";
import {
  mayBeCalled,
  mayBeSaid,
} from "../../src/masking/detectors/assigned/operator/words-around.ts";
import { BEFORE_NAME } from "../../src/masking/detectors/assigned/sentence/around-name.ts";
import {
  isPassphrase,
  looksChosen,
  looksTyped,
} from "../../src/masking/detectors/assigned/value/chosen.ts";
import { isSecretValue, mayBeSecret } from "../../src/masking/detectors/assigned/value/value.ts";
import { endsIn } from "../../src/masking/pattern/looking-back.ts";
import { ScannedText } from "../../src/masking/text/scanned-text.ts";

const GRADES: readonly Grade[] = ["password", "secret", "spoken", "weak", "bare"];

/** Strings of the characters of `alphabet`. */
function over(alphabet: string, maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...alphabet), { maxLength }).map((chars) => chars.join(""));
}

function scanned(view: string): ScannedText {
  const text = new ScannedText();
  text.read(view);
  return text;
}

const VALUES = fc.oneof(
  over("abXYZtopKeyq0139", 44),
  over("aB7-_.!#$%/+=é ", 24),
  fc
    .tuple(
      fc.constantFrom("lantern-copper-meadow", "falcon#", "Sommer", "C0ffee"),
      over("0189x!", 4),
    )
    .map(([word, end]) => word + end),
);

/** Whether any rule for values accepts it, in quotes or not. */
function isTaken(value: string, grade: Grade): boolean {
  const ways = [true, false].flatMap((isQuoted) =>
    [true, false].map((isText) => ({ grade, isQuoted, isText })),
  );
  if (ways.some((way) => isSecretValue(value, way))) return true;
  return grade === "password" && [looksChosen, looksTyped, isPassphrase].some((is) => is(value));
}

describe("fast prechecks of secret values", () => {
  it("reject no value that the full check accepts", () => {
    let taken = 0;
    fc.assert(
      fc.property(VALUES, fc.constantFrom(...GRADES), (value, grade) => {
        if (!isTaken(value, grade)) return;
        taken++;
        expect(mayBeSecret(scanned(value), { start: 0, end: value.length }, grade)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it("find filler text where the regular expression would", () => {
    const filler = /([xX*.#?])\1{4}|([A-Za-z])\2{6}|(\d)\3{9}|abcdefghijklmno|0123456789:;<=>/;
    const runs = fc.tuple(fc.constantFrom(..."xX*#?aQ7-é "), fc.integer({ min: 1, max: 11 }));
    const alphabets = fc.constantFrom("abcdefghijklmn", "abcdefghijklmno", "0123456789:;<=>");
    const pieces = fc.oneof(
      runs.map(([char, count]) => char.repeat(count)),
      alphabets,
    );
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 3 }), (parts) => {
        expect(isSample(parts.join("|"))).toBe(filler.test(parts.join("|")));
      }),
      { numRuns: 2_000 },
    );
  });

  it("end a value where the regular expression would", () => {
    const stop =
      /[\s"'`,;<>|\\\u007f，。；、]|&(?![\w-]{1,39}(?![\w=;&-]|\[[\w[\]-]{0,39}=))|[)}\]](?![\w!@#$%^*-])/;
    fc.assert(
      fc.property(over("aZ0_-!@#$%^*)}]({. \t\n\"'`,;<>|\\&\u007f，。é?:", 16), (text) => {
        const at = text.search(stop);
        const whole = at < 0 ? text : text.slice(0, at);
        expect(wordEnd(scanned(text), 0)).toBe(whole.replace(/[.,:;?)\]}*]+$/, "").length);
      }),
      { numRuns: 3_000 },
    );
  });
});

/** Texts of such pieces, one after the other. */
function of(pieces: readonly string[], maxLength: number): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map((parts) => parts.join(""));
}

describe("quick looks at the words around a name", () => {
  it("pass every sentence that says a value behind it", () => {
    const pieces = [
      ..." for| the|, my| wi-fi| it's| é| host.one| db2| a.b@c.de| longest-of-all-words".split("|"),
      ..." is |:| was:| will be | - | = | (new)| (old):| est | c'est | on | to | adalah ".split(
        "|",
      ),
      ..." é | är | zní | هي | это | है | \u0e02\u0e2d\u0e07| \u0e04\u0e37\u0e2d ".split("|"),
      ..."\n|\\n| is|: |**|<b>| |.|;|\u007f| _|5|@x.de".split("|"),
    ];
    const said = new RegExp(SENTENCE, "y");
    let matches = 0;
    fc.assert(
      fc.property(of(pieces, 12), (rest) => {
        // Looked at only behind a word of a sentence.
        const text = ` x${rest}`;
        said.lastIndex = 0;
        if (!said.test(text)) return;
        matches++;
        expect(mayBeSaid(scanned(text), 0), text).toBe(true);
      }),
      { numRuns: 20_000 },
    );
    expect(matches).toBeGreaterThan(1_000);
  });

  it("pass every sentence that calls a value by it", () => {
    const pieces = [
      ..."the |my |good |a |an |as |als |com |come |como |comme |for |is |was |that's ".split("|"),
      ..."= |(|be |would |falcon463x |'falcon463x' |falcon463x, |it's |THE |  |, |.|x".split("|"),
    ];
    let matches = 0;
    fc.assert(
      fc.property(of(pieces, 9), (words) => {
        const text = `${words}`;
        if (!endsIn(text, BEFORE_NAME) || !/[ (]$/.test(text)) return;
        matches++;
        expect(mayBeCalled(scanned(text), text.length), text).toBe(true);
      }),
      { numRuns: 20_000 },
    );
    expect(matches).toBeGreaterThan(500);
  });
});
