import { inspect } from "node:util";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { GuardDeniedError } from "../../../src/index.ts";
import { guardOpenAI, openaiChat } from "../../../src/integrations/openai.ts";
import { createMasker, defineMasker, type Masker } from "../../../src/masking/index.ts";
import { type Doorway, openDoorway } from "../../support/stands/doorway.ts";

const EMAIL = "jane.doe@example.com";
const messages = [
  { role: "system" as const, content: `Support desk of ${EMAIL}.` },
  { role: "user" as const, content: `I am ${EMAIL}, call me on +44 20 7946 0958.` },
];
const request = { model: "gpt-4o-mini", messages };

/** Finds the one address, once `find` has resolved. */
const slowMasker = (find: () => Promise<void>): Masker =>
  defineMasker({
    capabilities: { pii: true, secrets: false },
    find: async (text) => {
      await find();
      const start = text.indexOf(EMAIL);
      return start < 0 ? [] : [{ start, end: start + EMAIL.length, type: "email" }];
    },
  });

describe("a client with a masker", () => {
  let door: Doorway;

  beforeEach(async () => {
    door = await openDoorway({
      policy: () => ({ allowed: true }),
      forbidden: [EMAIL],
      allowUnguarded: (event) => event.event_type === "human_override",
    });
  });

  afterEach(async () => {
    expect(door.plane.breaches).toEqual([]);
    await door.close();
  });

  const client = (): OpenAI =>
    new OpenAI({ apiKey: "unused", baseURL: door.baseURL, maxRetries: 0 });

  it("shows only placeholders to guard, provider and telemetry, one for each value", async () => {
    const guard = door.guard({ masker: createMasker() });
    door.provider.clearFixtures();
    door.provider.onMessage(/.*/, { content: `Noted, ${EMAIL}.` });
    const guarded = guardOpenAI(client(), guard);
    await guarded.chat.completions.create(request);
    const everything = JSON.stringify([
      door.plane.guardRequests.map(({ body }) => body),
      door.providerBodies(),
      await door.plane.waitForEvent(),
    ]);
    expect(everything).not.toContain(EMAIL);
    expect(everything).not.toContain("7946 0958");
    const sent = door.providerBodies()[0] as unknown as typeof request;
    expect(sent.messages[0]?.content).toBe("Support desk of [EMAIL_1].");
    expect(sent.messages[1]?.content).toMatch(/^I am \[EMAIL_1\], call me on \[PHONE_\d\]\.$/);
    expect(door.plane.events()[0]).toMatchObject({
      output: "Noted, [EMAIL_1].",
      client_capabilities: { pii_masking_enabled: true, secret_masking_enabled: true },
    });
  });

  it.each(["deny", "collapse"] as const)(
    "masks file names and keeps ids (onUnmappableRewrite: %s)",
    async (onUnmappableRewrite) => {
      const guard = door.guard({ masker: createMasker(), onUnmappableRewrite });
      if (onUnmappableRewrite === "collapse") {
        const edit = (body: unknown) => ({
          ...(body as object),
          transformed_input: "Something else.",
        });
        door.plane.script("guard", [{ edit }]);
      }
      const file_data = "data:application/pdf;base64,JVBERi0=";
      const content = [
        { type: "text" as const, text: "Read this." },
        { type: "file" as const, file: { filename: `Letter of ${EMAIL} (1).pdf`, file_data } },
      ];
      const ids = { user: "u-1", safety_identifier: EMAIL, metadata: { owner: EMAIL } };
      const named = [
        { role: "system" as const, content: "Be brief." },
        { role: "user" as const, name: EMAIL, content },
      ];
      const guarded = guardOpenAI(client(), guard);
      await guarded.chat.completions.create({ model: "gpt-4o-mini", messages: named, ...ids });
      const sent = JSON.stringify(door.providerBodies()[0]);
      expect(sent).toContain('"filename":"Letter of [EMAIL_1] (1).pdf"');
      expect(sent.split(EMAIL)).toHaveLength(3);
      expect(sent).toContain(JSON.stringify(ids).slice(1, -1));
    },
  );

  it("never changes the app's own objects", async () => {
    const guarded = guardOpenAI(client(), door.guard({ masker: createMasker() }));
    const before = structuredClone(request);
    await guarded.chat.completions.create(request);
    expect(request).toEqual(before);
  });

  it("awaits an asynchronous masker, before the guard request and for telemetry", async () => {
    const guard = door.guard({ masker: slowMasker(async () => undefined) });
    const provider = openaiChat(client());
    const { delivery } = await guard.call({ provider, request });
    expect(await delivery).toMatchObject({ status: "delivered" });
    expect(door.plane.events()[0]?.client_capabilities).toMatchObject({
      pii_masking_enabled: true,
      secret_masking_enabled: false,
    });
  });

  it("denies before any request if the masker throws, without the error's text", async () => {
    const guard = door.guard({
      masker: slowMasker(() => Promise.reject(new Error(`cannot mask ${EMAIL}`))),
    });
    const denied = await guard.call({ provider: openaiChat(client()), request }).catch((e) => e);
    expect(denied).toBeInstanceOf(GuardDeniedError);
    expect(denied).toMatchObject({ code: "masking_failed", reason: "masking_failed" });
    expect(inspect(denied, { depth: 9, showHidden: true })).not.toContain(EMAIL);
    expect(door.plane.guardRequests).toEqual([]);
    expect(door.providerBodies()).toEqual([]);
  });

  it("denies if the masker never finishes", async () => {
    const masker = slowMasker(() => new Promise(() => undefined));
    const guard = door.guard({ masker, guardDeadlineMs: 50 });
    await expect(
      guard.call({ model: "m", input: EMAIL, execute: async () => "never" }),
    ).rejects.toMatchObject({ code: "masking_failed" });
    expect(door.plane.guardRequests).toEqual([]);
  });

  it("withholds only the output if the masker fails after the provider's answer", async () => {
    let asked = 0;
    const masker = slowMasker(async () => {
      asked += 1;
      if (asked > 1) throw new Error("gone");
    });
    const guard = door.guard({ masker });
    const result = await guard.call({ model: "m", input: "hello", execute: async () => EMAIL });
    expect(result.output).toBe(EMAIL);
    await result.delivery;
    expect(door.plane.events()[0]).toMatchObject({
      input: "hello",
      output: "[withheld]",
      metadata: { withheld: "masking_failed" },
    });
  });

  it("masks recorded events as well", async () => {
    const guard = door.guard({ masker: createMasker() });
    await guard.record({ eventType: "human_override", input: EMAIL, output: "ok", model: "m" });
    expect(door.plane.events()[0]).toMatchObject({ input: "[EMAIL_1]", output: "ok" });
  });
});
