import { describe, expect, it } from "vitest";
import { isGuardDenied } from "../../../src/index.ts";
import { FidelityBench } from "../../../src/testing/fidelity-bench.ts";
import type { FidelityCall } from "../../../src/testing/index.ts";
import { outcomeOf } from "../../../src/testing/observed-value.ts";
import { AI_MAJORS, type AiMajor } from "../../support/models/ai-majors.ts";
import {
  guardModels,
  type Models,
  openModels,
  otherFunctions,
  prompt,
  STREAM,
  textFunctions,
  toolFunctions,
} from "../../support/models/ai-sdk-plays.ts";
import { shownOf } from "../../support/models/ai-sdk-results.ts";

const REFUSED = {
  status: 400,
  headers: { "x-request-id": "req_3" },
  body: JSON.stringify({ error: { message: "no such model", type: "invalid_request_error" } }),
};

const NEVER = new Promise<void>(() => undefined);

async function onBench(
  ai: AiMajor,
  work: (bench: FidelityBench<Models>) => Promise<void>,
): Promise<void> {
  const bench = await FidelityBench.open<Models>({
    open: (url) => openModels(ai, url),
    guard: (models, guard) => guardModels(ai, models, guard),
    call: { answer: REFUSED, run: () => Promise.resolve() },
  });
  try {
    await work(bench);
  } finally {
    await bench.close();
  }
}

/** All functions of the SDK that can be guarded in its major. */
function functionsOf(ai: AiMajor): [string, FidelityCall<Models>][] {
  const all = { ...textFunctions(ai), ...toolFunctions(ai) };
  return Object.entries(ai.major === 5 ? all : { ...all, ...otherFunctions(ai) });
}

describe.concurrent.each(AI_MAJORS)("$name, guarded and unguarded,", (ai) => {
  for (const [name, { run }] of functionsOf(ai)) {
    it(`fails the same way in ${name} when the provider refuses`, () =>
      onBench(ai, async (bench) => {
        bench.script([REFUSED]);
        await bench.compare((models, signal) => outcomeOf(() => run(models, signal)));
        expect(await bench.outcomes()).toEqual(["error"]);
      }));
  }

  for (const [name, { answer, run }] of Object.entries(toolFunctions(ai))) {
    it(`takes the same steps in ${name}, each with its event`, () =>
      onBench(ai, async (bench) => {
        bench.script([answer]);
        await bench.compare((models, signal) => outcomeOf(() => run(models, signal)));
        expect(await bench.outcomes()).toEqual(["complete", "complete"]);
      }));
  }

  it("fails in the same way if a streamed text breaks off", () =>
    onBench(ai, async (bench) => {
      // The first part arrives before the connection breaks.
      bench.script([STREAM], { breakAfter: 2, hold: pause });
      await bench.compare((models, signal) => outcomeOf(() => streamText(ai, models, signal)));
      expect(await bench.outcomes()).toEqual(["error"]);
    }));

  it("ends in the same way if the app aborts a streamed text", () =>
    onBench(ai, async (bench) => {
      await bench.compare(async (models, signal, abort) => {
        bench.script([STREAM], { hold: (index) => (index === 1 ? NEVER : undefined) });
        const parts = streamText(ai, models, signal, (type) => {
          if (type === "text-delta") abort();
        });
        return [await outcomeOf(() => parts), await bench.hungUp()];
      });
      expect(await bench.outcomes()).toEqual(["cancelled"]);
    }));

  it("passes on the first part of a text before the next one is sent", () =>
    onBench(ai, async (bench) => {
      await bench.compare(async (models, signal) => {
        let release: () => void = () => undefined;
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        bench.script([STREAM], { hold: (index) => (index === 1 ? released : undefined) });
        return streamText(ai, models, signal, (type) => {
          if (type === "text-delta") release();
        });
      });
    }));

  it("lets the app continue to read after a break", () =>
    onBench(ai, async (bench) => {
      bench.script([STREAM]);
      await bench.compare(async ({ chat: model }, abortSignal) => {
        const result = ai.sdk.streamText({ model, prompt, abortSignal });
        for await (const _ of result.textStream) break;
        return result.text;
      });
      expect(await bench.outcomes()).toEqual(["complete"]);
    }));
});

/** Parts and errors of a streamed text, as the app gets them. */
async function streamText(
  ai: AiMajor,
  { chat: model }: Models,
  abortSignal: AbortSignal,
  onPart: (type: string) => void = () => undefined,
): Promise<unknown> {
  const told: unknown[] = [];
  const result = ai.sdk.streamText({
    model,
    prompt,
    abortSignal,
    maxRetries: 0,
    onError: ({ error }) => void told.push({ onError: error }),
    onAbort: () => void told.push("onAbort"),
  });
  for await (const part of result.fullStream) {
    told.push(await shownOf(part));
    onPart(part.type);
  }
  return told;
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe.each(AI_MAJORS)("a denial in $name", (ai) => {
  for (const [name, { run }] of functionsOf(ai)) {
    it(`reaches the app from ${name} as the SDK tells of errors, and nobody else`, () =>
      onBench(ai, async (bench) => {
        bench.deny();
        const { signal } = new AbortController();
        const told = await Promise.resolve(run(bench.guarded(), signal)).catch(
          (error: unknown) => error,
        );
        const { parts } = told as { readonly parts?: readonly { readonly error?: unknown }[] };
        // Streams report it in a part, everything else rejects.
        const denial = parts?.find(({ error }) => error !== undefined)?.error ?? told;
        expect(isGuardDenied(denial)).toBe(true);
        expect(bench.provider.requests).toEqual([]);
        expect(await bench.outcomes()).toEqual([]);
      }));
  }
});
