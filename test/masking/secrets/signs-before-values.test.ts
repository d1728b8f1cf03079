import { describe, expect, it } from "vitest";
import { valuesIn } from "../texts/found.ts";
import { token } from "../texts/samples.ts";

/** Assembled, so that nothing here looks like a live credential. */
const PASSWORD = ["Falcon", "wood4740"].join("");
const SECRET = token(311);

describe("a password or token after leading characters is found", () => {
  it.each([
    ["dots and a colon", `Password.......: ${PASSWORD}`],
    ["dots with spaces", `Passwort . . . . . : ${PASSWORD}`],
    ["dots alone", `Password ..... ${PASSWORD}`],
    ["a break of HTML", `Password:<br>${PASSWORD}`],
    ["one that is closed", `Password: <br />${PASSWORD}`],
    ["a black arrow", `token➡\ufe0f${SECRET}`],
    ["a double arrow", `API key ⇒ ${SECRET}`],
    ["a hand", `API key 👉 ${SECRET}`],
    ["what it is the password of", `VNC password ${PASSWORD}\nport 5901`],
  ])("%s", (_what, line) => {
    expect(valuesIn(`Hi, see below.\n${line}\nThanks`)).toEqual(
      [PASSWORD, SECRET].filter((value) => line.includes(value)),
    );
  });

  it("also a one-time code", () => {
    const code = ["482", "913"].join("");
    expect(valuesIn(`Your OTP ${code}, valid for two minutes.`)).toEqual([code]);
  });
});

it("finds no value after an ellipsis", () => {
  expect(valuesIn("Forgot the password ... again2024 and the token ... is")).toEqual([]);
});
