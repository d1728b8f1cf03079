import { describe, expect, it } from "vitest";
import { holds, judge, same } from "../../../examples/demo/facts.ts";

const good = same("One is one.", 1, 1);
const bad = same("One is two.", 1, 2);

describe("a fact of the demo", () => {
  it("holds only if the value deeply equals the expected one", () => {
    expect(same("They agree.", { a: [1, { b: "c" }] }, { a: [1, { b: "c" }] }).difference).toBe(
      undefined,
    );
    for (const seen of [{ a: [1, { b: "d" }] }, { a: [1] }, {}, undefined, null, "c"]) {
      expect(same("They agree.", seen, { a: [1, { b: "c" }] }).difference).toBeDefined();
    }
  });

  it("describes on one line what was expected and what was seen", () => {
    expect(bad).toEqual({ claim: "One is two.", difference: "expected 2, saw 1" });
    expect(same("Texts agree.", { text: "a\nb" }, { text: "c" }).difference).toBe(
      "expected { text: 'c' }, saw { text: 'a\\nb' }",
    );
    expect(holds("It is so.", false, ["x"]).difference).toBe("saw [ 'x' ]");
    expect(holds("It is so.", true, ["x"]).difference).toBe(undefined);
  });
});

describe("the demo's verdict", () => {
  it("passes if every scene was played and every fact holds", () => {
    const verdict = judge(
      [
        { title: "a", facts: [good] },
        { title: "b", facts: [good, good] },
      ],
      2,
    );
    expect(verdict).toEqual({ exitCode: 0, checked: 3, differences: [] });
  });

  it("fails for a single fact that does not hold, and names scene, claim and difference", () => {
    const verdict = judge([{ title: "a", facts: [good, bad] }], 1);
    expect(verdict.exitCode).toBe(1);
    expect(verdict.differences).toEqual(["a: One is two. But: expected 2, saw 1"]);
  });

  it("fails for a scene that checked nothing", () => {
    expect(judge([{ title: "a", facts: [] }], 1)).toMatchObject({
      exitCode: 1,
      differences: ["a: nothing was checked"],
    });
  });

  it("fails if a scene is missing", () => {
    expect(judge([{ title: "a", facts: [good] }], 2)).toMatchObject({
      exitCode: 1,
      differences: ["1 scenes were played, not 2"],
    });
  });
});
