import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { SDK_VERSION } from "../../../src/version.ts";
import { plainSource } from "../../support/processes/plain-sources.ts";
import { runCli } from "./run-cli.ts";

async function outcomeOf(...args: string[]): Promise<unknown> {
  const cli = runCli(args);
  const code = await cli.ended;
  return { code, stdout: cli.stdout(), stderr: cli.stderr() };
}

describe("guarded-model-client", () => {
  it.skipIf(!existsSync("/dev/full"))("reports that its output cannot be written", async () => {
    const main = fileURLToPath(plainSource("src/cli/main.ts"));
    const full = openSync("/dev/full", "w");
    const cli = spawn(process.execPath, [main, "--help"], { stdio: ["ignore", full, "pipe"] });
    closeSync(full);
    const [stderr, [code]] = await Promise.all([text(cli.stderr as Readable), once(cli, "close")]);
    expect(stderr).toMatch(/^The output could not be written: .*ENOSPC/);
    expect(code).toBe(1);
  });

  it("keeps its exit code if nobody reads its complaints", async () => {
    const cli = runCli(["nope"]);
    cli.child.stderr?.destroy();
    expect(await cli.ended).toBe(2);
  });

  it("prints its version", async () => {
    expect(await outcomeOf("--version")).toEqual({
      code: 0,
      stdout: `${SDK_VERSION}\n`,
      stderr: "",
    });
  });

  it("prints its usage on --help, in 80 columns", async () => {
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

  it("prints its usage on stderr without a command, with exit code 2", async () => {
    const stderr = expect.stringContaining("Usage:");
    expect(await outcomeOf()).toEqual({ code: 2, stdout: "", stderr });
  });

  it.each(["nope", "toString", "__proto__"])(
    "lists the commands if %s is unknown, with exit code 2",
    async (name) => {
      const stderr = expect.stringMatching(/^Unknown command "\w+"\. Commands: dev\b/);
      expect(await outcomeOf(name)).toEqual({ code: 2, stdout: "", stderr });
    },
  );

  it.each(["dev", "doctor", "mask", "outbox", "tail"])(
    "refers to the help of %s if its arguments are invalid, with exit code 2",
    async (name) => {
      const help = `See guarded-model-client ${name} --help.`;
      const stderr = expect.stringMatching(new RegExp(`^Unknown option '--nope'[^]*\n${help}\n$`));
      expect(await outcomeOf(name, "--nope")).toEqual({ code: 2, stdout: "", stderr });
    },
  );
});
