import { describe, expect, it } from "vitest";
import { createTerminal, jsonLine, printable } from "../../../src/cli/terminal.ts";

function painted(isTTY: boolean, env: Record<string, string>): string {
  const write = (): void => undefined;
  return createTerminal({ stdout: { isTTY, write }, stderr: { write }, env }).paint("good", "ok");
}

describe("colours", () => {
  it("are shown on a terminal", () => {
    expect(painted(true, {})).toBe("\u001b[32mok\u001b[0m");
  });

  it.each([
    ["output is no terminal", false, {}],
    ["NO_COLOR is set", true, { NO_COLOR: "1" }],
    ["the terminal is dumb", true, { TERM: "dumb" }],
    ["FORCE_COLOR says none", true, { FORCE_COLOR: "0" }],
    ["FORCE_COLOR says so in a word", true, { FORCE_COLOR: "false" }],
  ])("are omitted when %s", (_title, isTTY, env) => {
    expect(painted(isTTY, env as Record<string, string>)).toBe("ok");
  });

  it("are shown if FORCE_COLOR asks for them, and not if it is empty", () => {
    expect(painted(false, { FORCE_COLOR: "1", NO_COLOR: "1" })).toBe("\u001b[32mok\u001b[0m");
    expect(painted(false, { FORCE_COLOR: "" })).toBe("ok");
  });

  it("are shown if NO_COLOR is empty", () => {
    expect(painted(true, { NO_COLOR: "" })).not.toBe("ok");
  });
});

describe("foreign text", () => {
  it("is printed on one line, escaped and cut to the given length", () => {
    expect(printable("a\nb\u001b[2J", 40)).toBe("a\\u000ab\\u001b[2J");
    expect(printable("x".repeat(50), 10)).toBe(`${"x".repeat(9)}…`);
    expect(printable(`${"x".repeat(8)}😀😀`, 10)).toBe(`${"x".repeat(8)}…`);
  });
});

it("JSON stays on one line for every reader, sends no command to a terminal, and parses", () => {
  const text = "a\nb\u0085c\u2028d\u009b2Je\u202ef\u007f😀";
  const line = jsonLine({ text });
  expect(line).toBe(String.raw`{"text":"a\nb\u0085c\u2028d\u009b2Je\u202ef\u007f😀"}`);
  expect(JSON.parse(line)).toEqual({ text });
});
