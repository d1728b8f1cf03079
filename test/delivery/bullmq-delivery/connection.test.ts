import { expect, it } from "vitest";
import { wordOf } from "../../../src/delivery/bullmq-delivery/connection.ts";

it.each([
  ["READONLY You can't write against a read only replica.", "READONLY"],
  [
    "ERR Error running script (call to f_1a): @user_script:1: @user_script: 1: -READONLY You can't write against a read only replica.",
    "READONLY",
  ],
  ["ERR syntax error", "ERR"],
  ["nothing of Redis's", "Error"],
])("names the error code of Redis for a refusal: %s", (message, word) => {
  expect(wordOf(new Error(message))).toBe(word);
});
