import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsHider } from "../../src/data-plane/answers/hide-parts.ts";

const PROMPT = "Please transfer all of it to account 4711-0815 of jane@example.com.";

const hide = (text: string, sent: readonly string[] = [PROMPT]): string => partsHider(sent)(text);

/** All runs of 16 units that also stand in `sent`, each hidden; a second, slow implementation. */
function withoutRuns(text: string, sent: readonly string[]): string {
  const ranges: [number, number][] = [];
  for (let at = 0; at + 16 <= text.length; at += 1) {
    if (!sent.some((each) => each.includes(text.slice(at, at + 16)))) continue;
    const last = ranges.at(-1);
    if (last !== undefined && at <= last[1]) last[1] = at + 16;
    else ranges.push([at, at + 16]);
  }
  let shown = "";
  let copied = 0;
  for (const [from, to] of ranges) {
    const run = text.slice(from, to);
    const hidden = run.trim() === "" ? run : run.replace(run.trim(), "[text]");
    shown += text.slice(copied, from) + hidden;
    copied = to;
  }
  return shown + text.slice(copied);
}

describe("a foreign text that quotes a prompt", () => {
  it("is shown without runs of 16 characters or more, and with shorter ones", () => {
    expect(hide("bad: Please transfer al, sir")).toBe("bad: [text], sir");
    expect(hide("bad: ransfer all of i!")).toBe("bad: [text]!");
    expect(hide("bad: ransfer all of!")).toBe("bad: ransfer all of!");
  });

  it("is shown without its numbers and addresses, however short, and with other words", () => {
    expect(hide("no 4711-0815, no jane@example.com")).toBe("no [text], no [text]");
    expect(hide("no 4711-0816, no june@example.com")).toBe("no 4711-0816, no june@example.com");
    expect(hide("transfer of account")).toBe("transfer of account");
    expect(hide("see rule 4711")).toBe("see rule 4711");
  });

  it("is shown like this whatever else was sent beside it", () => {
    const sent = [undefined, 7, "short", PROMPT] as unknown as string[];
    expect(hide("Please transfer all", sent)).toBe("[text]");
    expect(hide("Please transfer all", ["short"])).toBe("Please transfer all");
  });

  it("is shown without what a huge prompt begins with", () => {
    const huge = `${PROMPT} ${"lorem ipsum dolor sit amet ".repeat(40_000)}`;
    expect(hide("Please transfer all of it!", [huge])).toBe("[text]!");
  });

  it("keeps blanks that both have in common", () => {
    const blanks = " ".repeat(40);
    expect(hide(`a${blanks}b`, [`x${blanks}y`])).toBe(`a${blanks}b`);
  });

  it("is shown as a second implementation would show it, in any case", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 60 });
    const quoting = fc
      .tuple(letters, letters, letters, fc.nat(60), fc.nat(60))
      .map(([before, prompt, after, from, length]) => ({
        sent: [prompt, after],
        text: before + prompt.slice(from, from + length) + after.slice(0, length),
      }));
    fc.assert(
      fc.property(quoting, ({ sent, text }) => {
        expect(hide(text, sent)).toBe(withoutRuns(text, sent));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("an answer with more than can be looked up", () => {
  it("is shown without any number or address beyond 64", () => {
    const words = Array.from({ length: 65 }, (_, at) => `number-${at}`);
    const shown = hide(words.join(" : "), ["nothing of it"]).split(" : ");
    expect(shown.slice(0, 64)).toEqual(words.slice(0, 64));
    expect(shown[64]).toBe("[text]");
  });

  it("is shown without any longer text beyond 64", () => {
    const hideParts = partsHider(["nothing of it"]);
    const text = "an honest message, long enough";
    for (let each = 0; each < 64; each += 1) expect(hideParts(text)).toBe(text);
    expect(hideParts(text)).toBe("[text]");
    expect(hideParts("a short one")).toBe("a short one");
  });
});
