import { stripVTControlCharacters } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { runExample } from "./run-example.ts";

const TITLES = [
  "1  A plain answer",
  "2  A stream",
  "3  Personal data, rewritten by the guard",
  "4  A conversation with an image",
  "5  Prompt injection, denied",
  "6  The guard is down",
];

interface DemoRun {
  readonly code: number | string;
  readonly text: string;
  readonly errors: string;
}

let plain: DemoRun;

beforeAll(async () => {
  // With both variables set, NO_COLOR must win. Newer versions of Node.js warn about the conflict.
  plain = await runDemo({ NO_COLOR: "1", FORCE_COLOR: "1", NODE_NO_WARNINGS: "1" });
});

async function runDemo(env: Record<string, string>): Promise<DemoRun> {
  const demo = runExample("demo/main.ts", { env, byTsx: true });
  const code = await demo.ended;
  return { code, text: demo.stdout(), errors: demo.stderr() };
}

function widest(text: string): number {
  return Math.max(...text.split("\n").map((line) => [...line].length));
}

describe("npm run demo", () => {
  it("plays six scenes, checks every fact and exits with 0", () => {
    for (const title of TITLES) expect(plain.text).toContain(`── ${title} ──`);
    expect(plain.text).toMatch(/✓ All \d+ facts hold/);
    expect(plain.text).not.toContain("✗");
    expect(plain.errors).toBe("");
    expect(plain.code).toBe(0);
  });

  it("shows what the guard saw, what the provider saw, what was stored and the timings", () => {
    const { text } = plain;
    expect(text).toMatch(/guard {5}saw {8}\[system one /);
    expect(text).toContain("deny: prompt_injection");
    expect(text).toContain("provider  saw        nothing");
    expect(text).toContain("Call [PHONE_1], or write to [EMAIL_1] again.");
    expect(text).toContain("finalized  yes, sdk_ingest_ms");
    const ms = "(?:<1|\\d+)";
    expect(text).toMatch(
      new RegExp(`█ guard ${ms} {2}▒ provider ${ms} {2}▓ ingest ${ms} {2}░ finalize ${ms} ms`),
    );
  });

  it("is plain text of 80 columns, without emoji, if colours are off", () => {
    expect(stripVTControlCharacters(plain.text)).toBe(plain.text);
    expect(plain.text).not.toMatch(/\p{Emoji_Presentation}|\t/u);
    expect(widest(plain.text)).toBe(80);
  });
});
