import { deepEqual, equal, notEqual, ok, throws } from "node:assert/strict";
import { anObject, withRequired } from "../base/option-rules.ts";
import { oneWalkOf } from "../providers/prompt/one-walk.ts";
import type { AnyCodec } from "../providers/provider.ts";
import type { SegmentKind, UninspectedKind } from "../types.ts";
import type { ContractCase } from "./contract-case.ts";
import { comparable, deepCopy, deepFreeze, overwriteStrings } from "./deep-values.ts";
import { anArray, assertParts, withParts } from "./parts.ts";
import { ANSWERS, type Promises, STREAMS, WIRE } from "./provider-answers.ts";
import type { ProviderContractParts, RequestSample } from "./provider-samples.ts";

const PARTS = withParts(
  { provider: withRequired("codec", anObject, anObject), requests: anArray },
  { answers: anArray, streams: anArray },
);

/**
 * Tests of what every provider must do, for any test runner:
 *
 * ```ts
 * for (const { title, run } of providerContract({ provider, requests, answers, streams }))
 *   it(title, run);
 * ```
 *
 * The guard sees what a codec reads, and the provider gets what it writes. The tests check that no
 * text is missed, moved or changed on the way, and that nothing but text is shown to the guard.
 *
 * @throws AssertionError naming the part that is wrong or missing, or if there is no request.
 */
export function providerContract<Request, Response, Chunk>(
  parts: ProviderContractParts<Request, Response, Chunk>,
): readonly ContractCase[] {
  assertParts("providerContract", PARTS, parts);
  ok(parts.requests.length > 0, "providerContract needs at least one request");
  const codec = parts.provider.codec;
  return [
    ...casesOf(codec, REQUESTS, parts.requests),
    ...casesOf(codec, ANSWERS, parts.answers ?? []),
    ...casesOf(codec, STREAMS, parts.streams ?? []),
    ...casesOf(
      codec,
      WIRE,
      (parts.streams ?? []).filter(({ framing }) => framing !== undefined),
    ),
    {
      title: "gives an error body that is JSON and tells message and code",
      run: async () => tellsErrors(codec),
    },
  ];
}

function casesOf<Sample extends { readonly name: string }>(
  codec: AnyCodec,
  promises: Promises<Sample>,
  samples: readonly Sample[],
): readonly ContractCase[] {
  return samples.flatMap((sample) =>
    Object.entries(promises).map(([title, show]) => ({
      title: `${title} (${sample.name})`,
      // A copy, so that a codec that changes it is found out by each case that looks.
      run: async () => show(codec, deepCopy(sample)),
    })),
  );
}

const REQUESTS: Promises<RequestSample<unknown>> = {
  "shows the guard every text, each once and in order": (codec, { request, texts }) => {
    deepEqual(textsOf(codec, request), texts);
  },

  "says of what it read what it is": (codec, sample) => {
    const { model, stream, segments, names = [], uninspected } = codec.readPrompt(frozen(sample));
    deepEqual([typeof model, typeof stream], ["string", "boolean"]);
    if (sample.model !== undefined) equal(model, sample.model);
    if (sample.stream !== undefined) equal(stream, sample.stream);
    for (const { role, kind } of segments) {
      ok(typeof role === "string" && role !== "", "a segment has no role");
      ok(SEGMENT_KINDS.has(kind), `there is no segment of kind ${kind}`);
    }
    for (const name of names) equal(typeof name, "string");
    for (const { kind, count, mediaTypes } of uninspected) {
      ok(UNINSPECTED_KINDS.has(kind), `nothing uninspected is of kind ${kind}`);
      ok(Number.isInteger(count) && count >= 1, "there is none of something uninspected");
      ok(
        mediaTypes.every((type) => typeof type === "string"),
        "a media type is no text",
      );
    }
  },

  "shows the guard nothing that is no text, and says that it is there": (codec, sample) => {
    const { binaries = [] } = sample;
    const { uninspected } = codec.readPrompt(frozen(sample));
    for (const text of textsOf(codec, sample.request)) {
      for (const binary of binaries) ok(!text.includes(binary), "a text holds what is no text");
    }
    if (binaries.length > 0) notEqual(uninspected.length, 0, "it is not reported as uninspected");
  },

  "writes the texts it read into an equal request": (codec, sample) => {
    const { request, texts } = sample;
    const copy = codec.writePrompt(frozen(sample), texts);
    deepEqual(comparable(copy), comparable(request));
  },

  "copies what it reads, where it does both at once": (codec, sample) => {
    const oneWalk = oneWalkOf(codec);
    if (oneWalk === undefined) return;
    const copied = oneWalk.readAndCopy(frozen(sample));
    deepEqual(copied.prompt, codec.readPrompt(sample.request));
    deepEqual(comparable(copied.copy), comparable(codec.writePrompt(sample.request, sample.texts)));
    const original = deepCopy(sample.request);
    const early = oneWalk.readAndCopy(original).copy;
    overwriteStrings(original, "changed-later");
    deepEqual(textsOf(codec, early), sample.texts);
  },

  "writes other texts where it read the old ones, and changes nothing else": (codec, sample) => {
    const before = codec.readPrompt(sample.request);
    const texts = sample.texts.map(rewritten);
    const written = codec.writePrompt(frozen(sample), texts);
    const segments = before.segments.map((segment, at) => ({ ...segment, text: texts[at] }));
    deepEqual(codec.readPrompt(written), { ...before, segments });
    deepEqual(comparable(codec.writePrompt(written, sample.texts)), comparable(sample.request));
  },

  "writes other names where it read the old ones": (codec, sample) => {
    const before = codec.readPrompt(sample.request);
    if (before.names === undefined) return;
    const names = before.names.map((name) => `${name}-renamed`);
    const written = codec.writePrompt(frozen(sample), sample.texts, names);
    deepEqual(codec.readPrompt(written), { ...before, names });
    const kept = codec.writePrompt(written, sample.texts, before.names);
    deepEqual(comparable(kept), comparable(sample.request));
  },

  "refuses more and fewer texts than there are": (codec, sample) => {
    const { request, texts } = sample;
    throws(() => codec.writePrompt(request, [...texts, "one more"]), "it took one more");
    if (texts.length > 0) {
      throws(() => codec.writePrompt(request, texts.slice(1)), "it took one fewer");
    }
  },

  "gives a copy that later changes of the original do not reach": (codec, sample) => {
    const original = deepCopy(sample.request);
    const copy = codec.writePrompt(original, sample.texts);
    overwriteStrings(original, "changed-later");
    deepEqual(textsOf(codec, copy), sample.texts);
  },

  "never changes a request": (codec, sample) => {
    // Code that is not strict gets no error from a frozen object.
    for (const request of [frozen(sample), deepCopy(sample.request)]) {
      codec.readPrompt(request);
      codec.writePrompt(request, sample.texts.map(rewritten));
      collapse(codec, request);
      deepEqual(comparable(request), comparable(sample.request));
    }
  },

  "collapses into one text that is all there is, or refuses to": (codec, sample) => {
    if (sample.texts.length === 0) return;
    const collapsed = collapse(codec, frozen(sample));
    if (collapsed === undefined) return;
    const { model, stream, segments } = codec.readPrompt(collapsed);
    deepEqual(
      segments.map(({ text }) => text),
      [COLLAPSED],
    );
    ok(
      segments.every(({ role }) => !COMMANDING.has(role)),
      "the text became an instruction",
    );
    const before = codec.readPrompt(sample.request);
    deepEqual({ model, stream }, { model: before.model, stream: before.stream });
    const written = JSON.stringify(comparable(collapsed));
    for (const text of sample.texts.filter((each) => each.includes(" "))) {
      ok(!written.includes(JSON.stringify(text).slice(1, -1)), "an old text is still in it");
    }
  },
};

/** All segment kinds; a missing one is a type error. */
const SEGMENT_KINDS: ReadonlySet<string> = new Set(
  Object.keys({
    ...{ text: 1, refusal: 1, tool_arguments: 1, tool_result: 1, document: 1, prediction: 1 },
  } satisfies Record<SegmentKind, 1>),
);
const UNINSPECTED_KINDS: ReadonlySet<string> = new Set(
  Object.keys({
    ...{ image: 1, audio: 1, video: 1, file: 1, reference: 1 },
  } satisfies Record<UninspectedKind, 1>),
);

/** A text that occurs in no sample. */
const COLLAPSED = "[all of it, rewritten into one]";

/** Roles that models obey more than the user's. */
const COMMANDING: ReadonlySet<string> = new Set(["system", "developer"]);

/** Undefined if one text cannot replace all: the codec reports that, and the call is denied. */
function collapse(codec: AnyCodec, request: unknown): unknown {
  try {
    return codec.collapsePrompt(request, COLLAPSED);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A different text; valid JSON if the original is, because tool arguments must stay JSON. */
function rewritten(text: string, at: number): string {
  const words = `rewritten-${at}`;
  return /^[[{]/.test(text) ? JSON.stringify({ words }) : words;
}

function frozen({ request }: RequestSample<unknown>): unknown {
  return deepFreeze(deepCopy(request));
}

function textsOf(codec: AnyCodec, request: unknown): string[] {
  return codec.readPrompt(request).segments.map(({ text }) => text);
}

function tellsErrors(codec: AnyCodec): void {
  const body = codec.errorBody({ message: "The reason why.", code: "guard_denied" });
  const json = JSON.stringify(body);
  deepEqual(JSON.parse(json), body);
  ok(json.includes("The reason why.") && json.includes("guard_denied"), json);
}
