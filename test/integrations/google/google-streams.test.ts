import type { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import { lifecycleOf } from "../../../src/index.ts";
import { guardGoogle } from "../../../src/integrations/google.ts";
import { geminiThen } from "../../support/models/gemini-answers.ts";
import { GOOGLE_KINDS } from "../../support/models/google-kinds.ts";
import { hello, shown, useGoogleStand } from "../../support/models/google-stand.ts";
import { caught, gather } from "../../support/outcomes.ts";

describe.each(GOOGLE_KINDS)("$name", ({ Client }) => {
  const stand = useGoogleStand(Client);

  describe("a guarded stream that ends early", () => {
    it("is cancelled upstream by a break, and leaves one event with what arrived", async () => {
      stand.provider.answerWith(geminiThen(2, () => undefined));
      const stream = await stand.guarded().models.generateContentStream(hello);
      for await (const chunk of stream) if (chunk.text === " is") break;
      expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
      const [event, ...others] = await stand.events();
      expect(event).toMatchObject({ output: "All is", severity: "warning" });
      expect(others).toEqual([]);
      await expect.poll(() => stand.provider.hangUps).toBe(1);
    });

    it("is cancelled by its signal, with the client's own error", async () => {
      stand.provider.answerWith(geminiThen(2, () => undefined));
      const run = async (client: GoogleGenAI) => {
        const controller = new AbortController();
        const config = { abortSignal: controller.signal };
        const stream = await client.models.generateContentStream({ ...hello, config });
        const error = await caught(
          (async () => {
            for await (const chunk of stream) if (chunk.text === " is") controller.abort();
          })(),
        );
        return error as Error;
      };
      const [error, bare] = [await run(stand.guarded()), await run(stand.clientOf())];
      expect([error.name, error.message]).toEqual([bare.name, bare.message]);
      expect(await lifecycleOf(error)?.outcome).toBe("cancelled");
      expect(await stand.events()).toEqual([expect.objectContaining({ output: "All is" })]);
    });

    it("that the provider cuts off fails as without a guard, with what arrived in its event", async () => {
      const cuts: (() => void)[] = [];
      stand.provider.answerWith(
        geminiThen(2, ({ response }) => void cuts.push(() => response.destroy())),
      );
      const run = async (client: GoogleGenAI) => {
        const stream = await client.models.generateContentStream(hello);
        let said = "";
        const reading = async () => {
          for await (const chunk of stream) {
            said += chunk.text ?? "";
            if (said === "All is") cuts.pop()?.();
          }
        };
        const { name, message } = (await caught(reading())) as Error;
        return { name, message, said };
      };
      const [failed, bare] = [await run(stand.guarded()), await run(stand.clientOf())];
      expect([failed.name, failed.message]).toEqual([bare.name, bare.message]);
      expect(await stand.events()).toEqual([
        expect.objectContaining({ output: "All is", event_type: "error" }),
      ]);
    });

    it("with an error event fails as without a guard, with one event", async () => {
      const failure = { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } };
      stand.provider.answerWith(
        geminiThen(1, ({ response }) => response.end(`data: ${JSON.stringify(failure)}\n\n`)),
      );
      // Not every version of the client throws an error for it.
      const run = async (client: GoogleGenAI) => {
        const stream = await client.models.generateContentStream(hello);
        return gather(stream).then(shown, (error: Error) => [error.name, error.message]);
      };
      expect(await run(stand.guarded())).toEqual(await run(stand.clientOf()));
      const [event, ...others] = await stand.events();
      expect(event).toMatchObject({ event_type: "error" });
      expect(others).toEqual([]);
    });

    it("is closed upstream if its provider reports a failure and stays connected", async () => {
      const failure = { error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } };
      stand.provider.answerWith(
        geminiThen(0, ({ response }) => void response.write(JSON.stringify(failure))),
      );
      const error = await caught(stand.guarded().models.generateContentStream(hello).then(gather));
      expect(await lifecycleOf(error)?.outcome).toBe("error");
      await expect.poll(() => stand.provider.hangUps).toBe(1);
    });

    it("that ends inside a chunk fails as without a guard, with what arrived in its event", async () => {
      stand.provider.answerWith(
        geminiThen(2, ({ response }) => response.end('data: {"candidates":[{"content"')),
      );
      const run = async (client: GoogleGenAI) => {
        const stream = await client.models.generateContentStream(hello);
        const { name, message } = (await caught(gather(stream))) as Error;
        return [name, message];
      };
      expect(await run(stand.guarded())).toEqual(await run(stand.clientOf()));
      expect(await stand.events()).toEqual([
        expect.objectContaining({ output: "All is", event_type: "error" }),
      ]);
    });

    it("is cancelled if its client closes before it is read", async () => {
      stand.provider.answerWith(geminiThen(1, () => undefined));
      const guard = stand.guard();
      const stream = await guardGoogle(stand.clientOf(), guard).models.generateContentStream(hello);
      await guard.close({ deadlineMs: 50 });
      expect(await lifecycleOf(stream)?.outcome).toBe("cancelled");
    });
  });
});
