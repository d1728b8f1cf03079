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

/** Paths of the installed client's commands, of those that are guarded. */
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

it("is guarded over HTTP where it is guarded in the client", () => {
  const guarded = BEDROCK_COMMANDS.filter(({ verdict }) => verdict === "guarded");
  expect(paths).toHaveLength(guarded.length);
  expect(new Set(paths.map(({ format }) => format))).toEqual(
    new Set(BEDROCK_CODECS.map(({ name }) => name)),
  );
});

it("is told of on a page of the documentation", async () => {
  await expect(commandDocument(BEDROCK_COMMANDS, paths)).toMatchFileSnapshot(
    "../../../docs/bedrock-routes.md",
  );
});
