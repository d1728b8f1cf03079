import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SDK_VERSION } from "../../src/version.ts";
import { plainSource } from "../support/processes/plain-sources.ts";
import { runCli } from "./run-cli.ts";

async function outcomeOf(...args: string[]): Promise<unknown> {
  const cli = runCli(args);
  const code = await cli.ended;
  return { code, stdout: cli.stdout(), stderr: cli.stderr() };
}

describe("guarded-model-client", () => {
  it.skipIf(!existsSync("/dev/full"))("says so when its output cannot be written", async () => {
    const main = fileURLToPath(plainSource("src/cli/main.ts"));
    const full = openSync("/dev/full", "w");
    const cli = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    const [stderr, [code]] = await Promise.all([text(cli.stderr as Readable), once(cli, "close")]);
    expect(stderr).toMatch(/^The output could not be written: .*ENOSPC/);
    expect(code).toBe(1);
  });

  it("prints its version", async () => {
    expect(await outcomeOf("--version")).toEqual({
      code: 0,
      stdout: `${SDK_VERSION}\n`,
      stderr: "",
    });
  });

  it("explains itself on --help, in 80 columns", async () => {
    const cli = runCli(["--help"]);
    expect(await cli.ended).toBe(0);
    expect(cli.stdout()).toMatch(/^Usage: guarded-model-client COMMAND/);
    expect(cli.stdout()).toMatch(/^ {2}dev +run a local data plane/m);
    expect(
      Math.max(
        ...cli
          .stdout()
          .split("\n")
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80);
  });

  it("explains itself on stderr, with exit code 2, when no command is given", async () => {
    const stderr = expect.stringContaining("Usage:");
    expect(await outcomeOf()).toEqual({ code: 2, stdout: "", stderr });
  });

  it.each(["nope", "toString", "__proto__"])(
    "says which commands there are, with exit code 2, when it does not know %s",
    async (name) => {
      const stderr = expect.stringMatching(/^Unknown command "\w+"\. Commands: dev\b/);
      expect(await outcomeOf(name)).toEqual({ code: 2, stdout: "", stderr });
    },
  );

  it.each(["dev", "doctor", "mask", "outbox", "tail"])(
    "says where %s is explained, with exit code 2, when its arguments make no sense",
    async (name) => {
      const help = `See guarded-model-client ${name} --help.`;
      const stderr = expect.stringMatching(new RegExp(`^Unknown option '--nope'[^]*\n${help}\n$`));
      expect(await outcomeOf(name, "--nope")).toEqual({ code: 2, stdout: "", stderr });
    },
  );
});
