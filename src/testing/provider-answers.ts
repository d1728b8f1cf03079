import { deepEqual, equal, ok } from "node:assert/strict";
import type { Answer, AnyCodec } from "../providers/provider.ts";
import { deepCopy, deepFreeze } from "./deep-values.ts";
import type { AnswerSample, StreamSample } from "./provider-samples.ts";
import { cutsOf, readWire, wireOf } from "./wire-cuts.ts";

/** Checks by title, each applied to one sample. */
export type Promises<Sample> = Readonly<Record<string, (codec: AnyCodec, sample: Sample) => void>>;

/** Of complete answers. */
export const ANSWERS: Promises<AnswerSample<unknown>> = {
  "reads what an answer says": (codec, sample) => {
    tells(codec.readAnswer(sample.response), sample);
  },

  "never changes an answer": (codec, { response }) => {
    codec.readAnswer(deepFreeze(deepCopy(response)));
    // Code that is not strict gets no error from a frozen object.
    const copy = deepCopy(response);
    codec.readAnswer(copy);
    deepEqual(copy, response);
  },
};

/** Of streams, as clients yield them. */
export const STREAMS: Promises<StreamSample<unknown>> = {
  "gathers what a stream says": (codec, sample) => {
    tells(collected(codec, sample.chunks), sample);
  },

  "may be asked at any time what has arrived": (codec, sample) => {
    const collector = codec.collectAnswer();
    equal(collector.answer().output, "", "it tells of what has not arrived");
    let length = 0;
    for (const chunk of sample.chunks) {
      collector.push(chunk);
      const { output } = collector.answer();
      ok(output.length >= length, "it forgot what had arrived");
      ({ length } = output);
    }
    tells(collector.answer(), sample);
  },

  "keeps two streams apart": (codec, { chunks }) => {
    const both = [codec.collectAnswer(), codec.collectAnswer()];
    for (const chunk of chunks) for (const each of both) each.push(chunk);
    for (const each of both) deepEqual(each.answer(), collected(codec, chunks));
  },

  "takes no harm from events it does not know": (codec, { chunks }) => {
    const expected = collected(codec, chunks);
    const strange = chunks.flatMap((chunk) => [...UNKNOWN, chunk]);
    deepEqual(collected(codec, [...strange, ...UNKNOWN]), expected);
  },

  "never changes a chunk": (codec, { chunks }) => {
    collected(codec, deepFreeze(deepCopy(chunks)));
    const copies = deepCopy(chunks);
    collected(codec, copies);
    deepEqual(copies, chunks);
  },
};

/** Of streams over HTTP. */
export const WIRE: Promises<StreamSample<unknown>> = {
  "reads a stream's bytes alike wherever they are cut": (codec, sample) => {
    const { bytes, contentType } = wireOf(sample);
    const whole = readWire(codec, [bytes], contentType);
    tells(whole, sample);
    for (const pieces of cutsOf(bytes)) {
      deepEqual(readWire(codec, pieces, contentType), whole);
    }
  },
};

/** Events of future API versions. Always objects, because streams contain nothing else. */
const UNKNOWN: readonly object[] = deepFreeze([
  {},
  { type: "an_event_of_tomorrow", data: { of: ["an", "unknown", 1] } },
  { object: "a.chunk.of.tomorrow", content: null },
]);

function collected(codec: AnyCodec, chunks: readonly unknown[]): Answer {
  const collector = codec.collectAnswer();
  for (const chunk of chunks) collector.push(chunk);
  return collector.answer();
}

/** Asserts that the answer matches the sample. */
function tells(
  answer: Answer,
  { output, usage, model }: Pick<AnswerSample<unknown>, "output" | "usage" | "model">,
): void {
  equal(answer.output, output);
  if (model !== undefined) equal(answer.model, model);
  for (const [name, count] of Object.entries(usage ?? {})) {
    deepEqual(answer.usage?.[name], count, name);
  }
}
