import { describe, expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { AnswerRestorer } from "../../../src/masking/restore/answer-restorer.ts";
import { restoreDocument } from "../../../src/providers/restore/restore-document.ts";
import { fastest } from "../../masking/texts/fastest.ts";

describe("restoring a JSON answer that is cut off within a string", () => {
  const { vault } = createMasker().mask("ada@example.com");
  const restorer = new AnswerRestorer(vault);

  it("restores all complete strings, and keeps the rest unchanged", () => {
    const arguments_ = '"arguments":"{\\"to\\":\\"[EMAIL_1]\\",';
    for (const rest of ["", "\\", '\\"', "}"]) {
      expect(restoreDocument(`{"a":"[EMAIL_1]",${arguments_}${rest}`, restorer)).toBe(
        `{"a":"ada@example.com",${arguments_}${rest}`,
      );
    }
  });

  it("takes linear time, however many quotes are in the string", () => {
    for (const head of ['{"arguments":"', '{"signature":"x","type":"thinking","a":"']) {
      const cut = head + '\\"a\\":1,'.repeat(40_000);
      expect(fastest(() => restoreDocument(cut, restorer), 100)).toBeLessThan(500);
    }
  });
});

describe("restoring a JSON answer with a file in one string", () => {
  const { vault } = createMasker().mask("ada@example.com");
  const restorer = new AnswerRestorer(vault);

  it("restores that string, however many escapes it has", () => {
    const lines = "\\n".repeat(5_000_000);
    expect(
      restoreDocument(`{"file":"${lines}[EMAIL_1]"}`, restorer) ===
        `{"file":"${lines}ada@example.com"}`,
    ).toBe(true);
  });

  it("restores a key with any number of spaces after it", () => {
    const spaces = " ".repeat(5_000_000);
    expect(
      restoreDocument(`{"[EMAIL_1]"${spaces}: "[EMAIL_1]"}`, restorer) ===
        `{"ada@example.com"${spaces}: "ada@example.com"}`,
    ).toBe(true);
  });
});
