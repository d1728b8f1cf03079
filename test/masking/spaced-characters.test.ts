import { describe, expect, it } from "vitest";
import { valuesIn } from "./texts/found.ts";

const token = (prefix: string, body: string): string => prefix + body;
const apart = (value: string): string => [...value.replaceAll(" ", "")].join(" ");

describe("a value is found with spaces between all of its characters:", () => {
  it.each([
    ["an address", "203.0.113.77"],
    ["a small address", "10.2.14.3"],
    ["an account of Italy, with a letter", "IT60X0542811101000000123456"],
    ["an account of Britain, with four", "GB29NWBK60161331926819"],
    ["a card with dashes", "4111-1111-1111-1111"],
    ["a token of GitHub", token("ghp_", "x7Kq2mVt9LbN4cRw8ZsY1dFhJ3gP6aQeU5oT")],
    ["a token of GitLab", token("glpat-", "x7Kq2mVt9LbN4cRw8ZsY")],
    ["a key of AWS", token("AKIA", "Q3MUYOEJRJZY4C7X")],
    ["a key of Stripe", token("sk_live_", "x7Kq2mVt9LbN4cRw8ZsY1dFh")],
  ])("%s", (_what, value) => {
    expect(valuesIn(`to ${apart(value)} please`)).toEqual([apart(value)]);
  });

  it.each([
    "A matrix: 1 2 . 3 4 . 5 6 . 7 . 8",
    "The steps 3 0 0 . 4 0 0 . 5 0 0 . 6 0 0 are none",
    "g h p _ and s k _ l i v e _ are prefixes",
    "A K I A stands for an access key, B 1 2 3 4 5 6 7 8 9 0 for a row",
  ])("but not in %s", (text) => {
    expect(valuesIn(text)).toEqual([]);
  });
});
