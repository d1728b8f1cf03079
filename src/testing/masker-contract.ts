import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import { inspect } from "node:util";
import { aDuration, aFunction, arrayOf } from "../base/option-rules.ts";
import type { MaskedText, Masker, MaskingSession } from "../masking/masker.ts";
import { restore } from "../masking/restore/restore.ts";
import type { ContractCase } from "./contract-case.ts";
import { anArray, assertParts, aText, withParts } from "./parts.ts";

/** A text, and the values in it that the masker must find. */
export interface MaskerSample {
  /** A text as an app would send it. */
  readonly text: string;
  /** The sensitive values, at least one, spelled as in `text`. Every occurrence must be masked. */
  readonly values: readonly string[];
}

/** The masker to test, and the texts to test it with. */
export interface MaskerContractParts {
  /** Called once for each test; returns a new masker. */
  readonly make: () => Masker;
  /** Texts with values to mask, at least one. */
  readonly samples: readonly MaskerSample[];
  /** Texts in which nothing may be masked. Default none. */
  readonly clean?: readonly string[] | undefined;
  /**
   * Deadline for each text in milliseconds. Default 10,000, so that a masker that never answers
   * fails.
   */
  readonly answerWithinMs?: number | undefined;
}

const ANSWER_WITHIN_MS = 10_000;

const PARTS = withParts(
  { make: aFunction, samples: arrayOf(withParts({ text: aText, values: anArray }), anArray) },
  { clean: anArray, answerWithinMs: aDuration },
);

/**
 * Tests of what every masker must do, for any test runner:
 *
 * ```ts
 * for (const { title, run } of maskerContract({ make, samples })) it(title, run);
 * ```
 *
 * The tests check that every value is masked, and that every placeholder can be restored. Maskers
 * may be asynchronous.
 *
 * @throws AssertionError naming the part that is wrong or missing, or if there is no sample, or one
 * without a value that stands in its text.
 */
export function maskerContract(parts: MaskerContractParts): readonly ContractCase[] {
  assertParts("maskerContract", PARTS, parts);
  checkSamples(parts.samples);
  const bySample = parts.samples.flatMap((sample) =>
    Object.entries(ON_A_SAMPLE).map(([title, show]) => ({
      title: `${title} (${sample.values.length} in ${sample.text.length} characters)`,
      run: async () => show(punctual(parts.make(), parts.answerWithinMs), sample),
    })),
  );
  const inAll = Object.entries(IN_ALL).map(([title, show]) => ({
    title,
    run: async () => show({ ...parts, make: () => punctual(parts.make(), parts.answerWithinMs) }),
  }));
  return [...bySample, ...inAll];
}

/** A misspelt sample value would never be found in the output, whatever the masker does. */
function checkSamples(samples: readonly MaskerSample[]): void {
  ok(samples.length > 0, "maskerContract needs at least one sample");
  for (const [at, { text, values }] of samples.entries()) {
    const sample = `maskerContract, sample ${at + 1}`;
    ok(values.length > 0, `${sample}: it needs at least one value`);
    const missing = values.findIndex((value) => value === "" || !text.includes(value));
    ok(missing < 0, `${sample}: value ${missing + 1} does not stand in the text`);
  }
}

/** The masker, with sessions that reject if a text takes too long. */
function punctual(masker: Masker, answerWithinMs = ANSWER_WITHIN_MS): Masker {
  return {
    capabilities: masker.capabilities,
    open() {
      const session = masker.open();
      return {
        vault: session.vault,
        reserve: (text) => session.reserve(text),
        mask: async (text) => {
          let timer: ReturnType<typeof setTimeout> | undefined;
          const late = new Promise<never>((_, reject) => {
            const complain = () => reject(new Error(`no answer within ${answerWithinMs} ms`));
            timer = setTimeout(complain, answerWithinMs);
          });
          try {
            return await Promise.race([session.mask(text), late]);
          } finally {
            clearTimeout(timer);
          }
        },
      };
    },
  };
}

const ON_A_SAMPLE: Readonly<
  Record<string, (masker: Masker, sample: MaskerSample) => Promise<void>>
> = {
  "hides every value": async (masker, sample) => {
    const { text, spans } = await masked(masker.open(), sample.text);
    let clear = sample.text;
    for (const { start, end } of spans) {
      clear = clear.slice(0, start) + " ".repeat(end - start) + clear.slice(end);
    }
    for (const value of sample.values) {
      ok(!text.includes(value), "a value is left in clear");
      for (const at of occurrencesOf(value, sample.text)) {
        const left = clear.slice(at, at + value.length);
        ok(!/[\p{L}\p{N}]/u.test(left), "a part of a value is left in clear");
      }
    }
  },

  "leaves everything around its spans as it was": async (masker, { text }) => {
    const result = await masked(masker.open(), text);
    let rebuilt = "";
    let copied = 0;
    for (const { start, end, type, placeholder } of result.spans) {
      ok(typeof type === "string" && type !== "", "a span does not say what was found");
      ok(Number.isInteger(start) && Number.isInteger(end), "an offset is no whole number");
      ok(start >= copied && end > start && end <= text.length, "spans overlap or lie outside");
      rebuilt += text.slice(copied, start) + placeholder;
      copied = end;
    }
    equal(rebuilt + text.slice(copied), result.text);
  },

  "leads back to the text": async (masker, { text }) => {
    const session = masker.open();
    equal(restore((await masked(session, text)).text, session.vault), text);
  },

  "changes nothing when it masks again": async (masker, { text }) => {
    const session = masker.open();
    const once = (await masked(session, text)).text;
    equal((await masked(session, once)).text, once);
  },

  "gives the same value the same placeholder throughout a session": async (masker, sample) => {
    const session = masker.open();
    const first = await masked(session, sample.text);
    const second = await masked(session, sample.text);
    equal(second.text, first.text);
    const both = await masked(session, `${sample.text}\n${sample.text}`);
    equal(both.text, `${first.text}\n${first.text}`);
  },

  "gives equal placeholders to equal conversations": async (masker, { text }) => {
    const [first, second] = [masker.open(), masker.open()];
    equal((await masked(first, text)).text, (await masked(second, text)).text);
  },

  "keeps sessions apart": async (masker, { text }) => {
    const [first, second] = [masker.open(), masker.open()];
    await masked(first, text);
    equal(second.vault.size, 0, "a new session knows values already");
    ok(first.vault.size > 0, "the vault knows nothing of what was masked");
  },

  "masks several texts at once": async (masker, { text }) => {
    const session = masker.open();
    const all = await Promise.all([text, text, text].map((each) => masked(session, each)));
    equal(new Set(all.map((each) => each.text)).size, 1);
  },

  "gives no placeholder that stands in a text already": async (masker, { text }) => {
    const own = await placeholdersOf(masker, text);
    const session = masker.open();
    const foreign = `Somebody wrote ${own.join(" ")} here.`;
    session.reserve(foreign);
    equal((await masked(session, foreign)).text, foreign);
    const { spans } = await masked(session, text);
    for (const { placeholder } of spans) ok(!own.includes(placeholder), "one is given twice");
  },

  "shows no value when its vault is printed": async (masker, { text, values }) => {
    const session = masker.open();
    await masked(session, text);
    const shown = [inspect(session.vault, { depth: 9 }), JSON.stringify(session.vault)].join();
    for (const value of values) ok(!shown.includes(value), "a value is printed");
  },
};

/**
 * Unusual but valid texts: unpaired surrogates, control characters, characters with other
 * normalization forms (Unicode Standard Annex 15), all kinds of line breaks, long repetitions.
 */
const ODD = [
  ...["", " ", "\u0000", "a\ud800b", "\udc00", "\u200b\u200b", "x".repeat(100_000)],
  ...["\ufeffa", "e\u0301 \u00e9 \ufb01 \u00bd \uff21", "a\r\nb\rc\n\td \u2028e\u00a0f\n"],
];

const IN_ALL: Readonly<Record<string, (parts: MaskerContractParts) => Promise<void>>> = {
  "says what it looks for": async ({ make }) => {
    const { capabilities } = make();
    deepEqual([typeof capabilities.pii, typeof capabilities.secrets], ["boolean", "boolean"]);
  },

  "leaves alone what has nothing to hide": async ({ make, clean = [] }) => {
    for (const text of clean) {
      const result = await masked(make().open(), text);
      deepEqual({ text: result.text, spans: [...result.spans] }, { text, spans: [] });
    }
  },

  "takes every text there is": async ({ make }) => {
    for (const text of ODD) {
      const session = make().open();
      equal(restore((await masked(session, text)).text, session.vault), text);
    }
  },

  "refuses what is no text": async ({ make }) => {
    for (const value of [undefined, null, 7, {}]) {
      await rejects(async () => masked(make().open(), value as never));
    }
  },
};

async function masked(session: MaskingSession, text: string): Promise<MaskedText> {
  return session.mask(text);
}

function* occurrencesOf(value: string, text: string): Generator<number> {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) yield at;
}

async function placeholdersOf(masker: Masker, text: string): Promise<string[]> {
  const { spans } = await masked(masker.open(), text);
  return spans.map(({ placeholder }) => placeholder);
}
