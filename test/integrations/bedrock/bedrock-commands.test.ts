import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as sdk from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { UnguardedRequestError } from "../../../src/index.ts";
import { codecOf } from "../../../src/integrations/bedrock/commands.ts";
import { BEDROCK_CODECS } from "../../../src/providers/bedrock/codecs.ts";
import { BEDROCK_COMMANDS, bedrockCommand } from "../../../src/providers/bedrock-commands/table.ts";
import { codecAt } from "../../../src/providers/formats.ts";
import { commandDocument, type GuardedPath } from "../../support/models/command-document.ts";

/** Commands of the installed client. */
const commands = Object.keys(sdk).filter((name) => /^[A-Z]\w*Command$/.test(name));

/** The verdict of the table if the guarded client does the same. */
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
  it("is found in the installed package", () => {
    expect(commands).toContain("ConverseCommand");
    expect(commands.length).toBeGreaterThan(10);
  });

  it("has a row with its verdict", () => {
    const verdicts = [...new Set(commands.map(verdictOf))];
    expect(verdicts.sort()).toEqual(["guarded", "harmless", "refused"]);
  });

  it("that has no row is refused, unless allowed", () => {
    for (const name of ["DreamCommand", "", undefined]) {
      expect(() => codecOf(name, "refuse")).toThrow(UnguardedRequestError);
      expect(codecOf(name, "allow")).toBeUndefined();
    }
  });
});

/** Paths of the installed client's guarded commands. */
const paths: GuardedPath[] = readPaths();

function readPaths(): GuardedPath[] {
  const source = readFileSync(
    createRequire(import.meta.url).resolve("@aws-sdk/client-bedrock-runtime"),
    "utf8",
  );
  const routes = [...source.matchAll(/\["(POST|PUT|PATCH)", "(\/[^"]+)", \d+\]/g)];
  return routes.flatMap(([, method = "", template = ""]) => {
    const path = template.replace(/\{\w+\}/g, "{}");
    const codec = codecAt("any.host", { method, path: path.replaceAll("{}", "some-id") });
    return codec === undefined ? [] : [{ path, format: codec.name }];
  });
}

it("guarded Bedrock commands are also guarded over HTTP", () => {
  const guarded = BEDROCK_COMMANDS.filter(({ verdict }) => verdict === "guarded");
  expect(paths).toHaveLength(guarded.length);
  expect(new Set(paths.map(({ format }) => format))).toEqual(
    new Set(BEDROCK_CODECS.map(({ name }) => name)),
  );
});

it("the table of Bedrock commands equals the page in the documentation", async () => {
  await expect(commandDocument(BEDROCK_COMMANDS, paths)).toMatchFileSnapshot(
    "../../../docs/bedrock-routes.md",
  );
});
