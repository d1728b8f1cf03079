import { expect, test } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";

const DIGEST = ["9e107d9d372bb682", "6bd81d3542a419d6"].join("");

test.each([
  "content_hash: ",
  '"content_hash": "',
  "current hash: ",
  "ParentHash: ",
  "document_hash=",
])("a digest behind %s is no hash of Windows, whose name only ends the word", (name) => {
  const text = `${name}${DIGEST}`;
  expect(createMasker().mask(text).text).toBe(text);
});

test.each(["nt hash: ", "user_nt_hash=", "NTHash: ", "ntlm: "])(
  "a hash of Windows behind %s is masked, whose name is a word",
  (name) => {
    expect(createMasker().mask(`${name}${DIGEST}`).text).not.toContain(DIGEST);
  },
);
