import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EVENT_TYPES, SEVERITIES } from "../../src/contract/events.ts";
import * as limits from "../../src/contract/limits.ts";
import { isLiveKey, LIVE_KEY_PREFIX } from "../../src/contract/live-key.ts";
import * as paths from "../../src/contract/paths.ts";
import * as userId from "../../src/contract/user-id.ts";

describe("the contract's constants", () => {
  it("have the values of the limits table", () => {
    expect({ ...limits, ...userId }).toEqual({
      MAX_TEXT_LENGTH: 32_000,
      MAX_BODY_BYTES: 4_194_304,
      MAX_EVENT_AGE_MS: 300_000,
      MIN_USER_ID_LENGTH: 1,
      MAX_USER_ID_LENGTH: 128,
      MAX_INGEST_MS: 600_000,
      MIN_RETRY_AFTER_MS: 1_000,
      MAX_GUARD_ANSWER_BYTES: 1_048_576,
    });
  });

  it("contain the paths of the endpoint table", () => {
    expect(Object.values(paths).sort()).toEqual([
      "/api/v1/agent/config",
      "/api/v1/guard",
      "/api/v1/ingest",
      "/api/v1/ingest/finalize",
    ]);
  });

  it("contain the event types and severities", () => {
    expect([EVENT_TYPES.length, SEVERITIES]).toEqual([8, ["info", "warning", "error", "high"]]);
  });

  it("recognize a live key by its prefix alone", () => {
    const live = `${LIVE_KEY_PREFIX}x`;
    expect([live, ` ${live}`, live.toUpperCase(), ""].map(isLiveKey)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each(["limits", "paths", "events", "auth", "rate-limit", "reasons"])(
    "are exported by %s, which imports nothing else",
    (name) => {
      const file = new URL(`../../src/contract/${name}.ts`, import.meta.url);
      expect(readFileSync(file, "utf8")).not.toMatch(/^\s*import|^export .* from|import\(/m);
    },
  );
});
