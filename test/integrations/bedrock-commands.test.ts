import * as sdk from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { UnguardedRequestError } from "../../src/index.ts";
import { codecOf } from "../../src/integrations/bedrock/commands.ts";
import { BEDROCK_COMMANDS, bedrockCommand } from "../../src/providers/bedrock-commands/table.ts";
import { commandDocument } from "../support/command-document.ts";

/** Commands of the installed client. */
const commands = Object.keys(sdk).filter((name) => /^[A-Z]\w*Command$/.test(name));

/** What the table says and what a guarded client does, which must be the same. */
function verdictOf(command: string): string {
  const row = bedrockCommand(command.replace(/Command$/, ""));
  if (row === undefined) return `unknown: ${command}`;
  try {
    const codec = codecOf(command, "refuse");
    const done = codec === undefined ? "harmless" : "guarded";
    return done === row.verdict ? done : `${command} is ${done}, not ${row.verdict}`;
  } catch (error) {
    if (!(error instanceof UnguardedRequestError)) throw error;
    return row.verdict === "refused" ? "refused" : `${command} is refused, not ${row.verdict}`;
  }
}

describe("every command of @aws-sdk/client-bedrock-runtime", () => {
  it("has been found in the installed package", () => {
    expect(commands).toContain("ConverseCommand");
    expect(commands.length).toBeGreaterThan(10);
  });

  it("has a row that says what becomes of it", () => {
    const verdicts = [...new Set(commands.map(verdictOf))];
    expect(verdicts.sort()).toEqual(["guarded", "harmless", "refused"]);
  });

  it("that nobody knows yet is refused", () => {
    for (const name of ["DreamCommand", "", undefined]) {
      expect(() => codecOf(name, "refuse")).toThrow(UnguardedRequestError);
      expect(codecOf(name, "allow")).toBeUndefined();
    }
  });
});

it("is told of on a page of the documentation", async () => {
  await expect(commandDocument(BEDROCK_COMMANDS)).toMatchFileSnapshot(
    "../../docs/bedrock-routes.md",
  );
});
