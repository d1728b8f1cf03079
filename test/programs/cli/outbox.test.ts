import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { surveyLines } from "../../../src/cli/outbox-text.ts";
import { DataPlaneError } from "../../../src/errors.ts";
import { freshRecord } from "../../../src/testing/contract-service.ts";
import { openOutbox, sendAgain } from "../../delivery/outbox-bench.ts";
import { outboxDirectory } from "../../support/outboxes/outbox.ts";
import { ORIGINAL } from "../../support/secrets.ts";
import { runCli } from "./run-cli.ts";

/** How the ids of all events begin. */
const ALIKE = "0123abc";

/** An outbox with two rejected events, whose ids begin alike, and one that is waiting. */
async function filledOutbox(): Promise<string> {
  const directory = outboxDirectory();
  const bench = await openOutbox({ directory });
  const error = new DataPlaneError("400", { status: 400 });
  bench.service.onIngest = (event) =>
    event.user_id === "waits" ? { kind: "failed", error } : { kind: "invalid", error };
  for (const [at, user_id] of ["one", "two", "waits"].entries()) {
    const record = freshRecord();
    const event_id = `${ALIKE}${at}${record.event.event_id.slice(8)}`;
    const input = `Write to ${ORIGINAL}, please. ${"x".repeat(500)}`;
    await bench.submit({ ...record, event: { ...record.event, event_id, input, user_id } });
  }
  const kept = () => readdirSync(join(directory, "quarantine"));
  await vi.waitFor(() => expect(kept()).toHaveLength(2), 20_000);
  await bench.close();
  return directory;
}

/** An outbox that tests only read. */
let shared: string;
beforeAll(async () => {
  shared = await filledOutbox();
});

async function outcomeOf(action: string, { directory = shared, more = [] as string[] } = {}) {
  const cli = runCli(["outbox", action, "--directory", directory, ...more]);
  const code = await cli.ended;
  return { code, stdout: cli.stdout(), stderr: cli.stderr() };
}

describe("guarded-model-client outbox", () => {
  it("lists waiting and quarantined events, masked and in 80 columns", async () => {
    const { code, stdout } = await outcomeOf("list");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^events waiting +1, the oldest \d+ s old$/m);
    expect(stdout).toMatch(/^events in quarantine +2$/m);
    expect(
      stdout.match(/^[0-9a-f]{8} +\d+ s {2}invalid 400 +contract-model {2}Write to /gm),
    ).toHaveLength(2);
    expect(stdout).not.toContain(ORIGINAL);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  it("prints the same as one line of JSON with --json, without texts", async () => {
    const { code, stdout } = await outcomeOf("list", { more: ["--json"] });
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(1);
    const rejected = {
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      reason: "invalid",
      status: 400,
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      model: "contract-model",
    };
    const found = JSON.parse(stdout);
    expect(found).toEqual({
      processes: 0,
      events: 1,
      stored: 0,
      calls: 0,
      sealed: 0,
      damaged: 0,
      retrying: 0,
      oldestAt: expect.any(String),
      quarantined: 2,
      quarantine: [rejected, rejected],
    });
    expect(Date.now() - Date.parse(found.oldestAt)).toBeLessThan(600_000);
    expect(stdout).not.toMatch(/Write to|Paris/);
  });

  it.each([
    [2 * 86_400_000 + 1, "2 d"],
    [23 * 3_600_000, "23 h"],
    [60_000, "1 min"],
    [59_999, "59 s"],
    [-1, "0 s"],
  ])("tells how old the oldest event is, after %d ms", (age, told) => {
    const none = { owners: 0, stored: 0, calls: 0, sealed: 0, damaged: 0, retrying: 0 };
    const [line] = surveyLines({ ...none, events: 1, oldestAt: 1_000 }, 0, 1_000 + age);
    expect(line).toMatch(new RegExp(`^events waiting +1, the oldest ${told} old$`));
  });

  it("lists an outbox while events are sent and their files removed", async () => {
    const directory = outboxDirectory();
    const spill = join(directory, "owners", "running", "spill");
    mkdirSync(spill, { recursive: true, mode: 0o700 });
    // In the folder when it is listed, and gone when it is inspected.
    symlinkSync("gone", join(spill, "1.records"));
    const { code, stdout } = await outcomeOf("list", { directory });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^events waiting +0$/m);
  });

  it("exports events as JSON lines, masked and shortened unless --full is set", async () => {
    const { stdout } = await outcomeOf("export");
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ reason: "invalid", status: 400, event: { output: "Paris." } });
    expect(lines[0].event.input.length).toBeLessThan(300);
    expect(stdout).not.toContain(ORIGINAL);
    const full = await outcomeOf("export", { more: ["--full"] });
    expect(JSON.parse(full.stdout.split("\n")[0] ?? "").event.input).toContain("x".repeat(500));
  });

  it("retries events through the next process that uses the outbox", async () => {
    const directory = await filledOutbox();
    const [one = ""] = readdirSync(join(directory, "quarantine"));
    const { code, stdout } = await outcomeOf("retry", { directory, more: [one.slice(0, 8)] });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "1 event is sent again by the processes that use this outbox, or the next one.\n",
    });
    expect((await outcomeOf("retry", { directory, more: ["--all"] })).stdout).toMatch(
      /^1 event is/,
    );
    const next = await sendAgain({ directory });
    expect(next.service.stored.size).toBe(3);
    await next.close();
    expect((await outcomeOf("list", { directory })).stdout).toMatch(/^events in quarantine +0$/m);
    const { stdout: json } = await outcomeOf("list", { directory, more: ["--json"] });
    expect(JSON.parse(json)).toMatchObject({ events: 0, oldestAt: null, quarantine: [] });
  });

  it("retries each event once if two commands retry all of them at the same time", async () => {
    const directory = await filledOutbox();
    const all = { directory, more: ["--all"] };
    const both = await Promise.all([outcomeOf("retry", all), outcomeOf("retry", all)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const counts = both.map(({ stdout }) => Number.parseInt(stdout, 10));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(readdirSync(join(directory, "retry"))).toHaveLength(2);
  });

  it("explains what it cannot do, with exit code 2", async () => {
    for (const [action, message, ...more] of [
      ["drop", /actions of outbox are list, retry, export/],
      ["retry", /Name events to retry, or --all/],
      ["retry", /Name events to retry, or --all/, ""],
      ["retry", /^Name events to retry, or --all, not both\.$/m, "--all", ALIKE],
      ["retry", /No event in quarantine begins with/, "nothing"],
      ["retry", /^Several events in quarantine begin with 0123abc\.$/m, ALIKE],
      ["list", /Only retry takes the IDs of events\./, "0123abcd"],
      ["export", /Only retry takes the IDs of events\./, "0123abcd"],
      ["list", /^Only export has --full\.$/m, "--full"],
      ["export", /^Only retry has --all\.$/m, "--all"],
      ["retry", /^Only list has --json\.$/m, "--all", "--json"],
    ] as const) {
      const { code, stderr } = await outcomeOf(action, { more });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
    }
    expect(readdirSync(join(shared, "quarantine"))).toHaveLength(2);
    const nowhere = runCli(["outbox", "list", "--directory", join(shared, "nowhere")]);
    const unset = runCli(["outbox", "list", "--directory", ""]);
    expect([await nowhere.ended, await unset.ended]).toEqual([2, 2]);
    expect(unset.stderr()).toBe("outbox needs --directory DIR.\n");
  });
});
