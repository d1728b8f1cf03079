import { expect, it } from "vitest";
import { copyWith, withChanges } from "../../../src/providers/json/replace-at.ts";

class Chunk {
  text = "a";
  get length(): number {
    return this.text.length;
  }
}

it("copies an object with its class, and leaves it as it is", () => {
  const chunk = new Chunk();
  const copy = copyWith(chunk, { text: "bcd" });
  expect(copy).toBeInstanceOf(Chunk);
  expect([copy.text, copy.length, chunk.text]).toEqual(["bcd", 3, "a"]);
});

it("returns the same object if nothing changes", () => {
  const chunk = new Chunk();
  expect(withChanges(chunk, { text: "a" })).toBe(chunk);
  expect(withChanges(chunk, { text: "b" })).not.toBe(chunk);
});

it("copies a property `__proto__` of an answer as a property, not as its prototype", () => {
  const answer = JSON.parse('{"__proto__":{"isAdmin":true},"text":"a"}') as { text: string };
  const copy = copyWith(answer, { text: "b" });
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"isAdmin":true},"text":"b"}');
  expect("isAdmin" in copy).toBe(false);
});
