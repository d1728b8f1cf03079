import fc from "fast-check";
import { event, generated, generatedChunks } from "./gemini-answers.ts";
import { messageBody, messageEvents, namedEvent } from "./message-answers.ts";
import { chunks, completion, sse } from "./model-answers.ts";
import type { ModelAnswer, ModelScene } from "./model-server.ts";

/** A good answer of each provider: as a whole, and as the events of a stream. */
const GOOD: Readonly<Record<string, (scene: ModelScene) => readonly [object, readonly string[]]>> =
  {
    OpenAI: (scene) => [completion(), [...chunks(scene).map(sse), sse("[DONE]")]],
    Anthropic: () => [messageBody(), messageEvents().map(namedEvent)],
    Google: () => [generated(), generatedChunks().map(event)],
  };

const BODIES = ["", "null", "[1]", '{"error":{"message":"Busy."}}', "<html>", '{"cut'];

/** What may come between the events of a stream. */
const STRANGE_EVENTS = [
  'event: error\ndata: {"type":"error","error":{"message":"Busy.","code":"x"}}\n\n',
  ": still here\n\n",
  "data: null\n\n",
  "event: odd\ndata: {}\n\n",
];

/** An answer of a provider that may fail in any way. */
export interface RandomAnswer {
  readonly status: number;
  /** The media type of a stream. */
  readonly type: string;
  readonly body: string;
  readonly isStream: boolean;
  readonly lineEnd: string;
  readonly strange: { readonly text: string; readonly at: number } | null;
  /** After how many events a stream stops, and whether the connection breaks there. */
  readonly end: { readonly after: number; readonly breaks: boolean } | null;
  /** The sizes of the first pieces; the rest comes in one. */
  readonly sizes: readonly number[];
}

/** Good answers, and bad ones of all kinds. */
export const randomAnswers: fc.Arbitrary<RandomAnswer> = fc.record({
  status: mostly(200, [204, 400, 429, 503]),
  type: mostly("text/event-stream", ["application/json", "text/plain"]),
  body: mostly("good", BODIES),
  isStream: mostly(true, [false]),
  lineEnd: fc.constantFrom("\n", "\r\n"),
  strange: fc.option(fc.record({ text: fc.constantFrom(...STRANGE_EVENTS), at: fc.nat(6) })),
  end: fc.option(fc.record({ after: fc.nat(5), breaks: fc.boolean() })),
  sizes: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 8 }),
});

function mostly<T>(usual: T, others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

/** What the provider of this name does to answer like this. */
export function answering(provider: string, given: RandomAnswer): ModelAnswer {
  const { status, type, body, end } = given;
  return async (scene) => {
    const { response } = scene;
    const [whole, events] = GOOD[provider]?.(scene) ?? [{}, []];
    const streams = given.isStream && status === 200 && body === "good";
    const good = streams ? streamText(events, given) : JSON.stringify(whole);
    response.sendDate = false;
    response.writeHead(status, { "content-type": streams ? type : "application/json" });
    for (const piece of status === 204 ? [] : cut(body === "good" ? good : body, given.sizes)) {
      await new Promise((resolve) => response.write(piece, resolve));
    }
    // Ended, so that all bytes arrive, but without the last chunk of the transfer.
    if (streams && end?.breaks) response.socket?.end();
    else response.end();
  };
}

/** The text of a stream, as far as it comes. */
function streamText(events: readonly string[], { lineEnd, strange, end }: RandomAnswer): string {
  const all = [...events];
  if (strange !== null) all.splice(strange.at, 0, strange.text);
  return all.slice(0, end?.after).join("").replaceAll(/\r?\n/g, lineEnd);
}

function cut(text: string, sizes: readonly number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  let from = 0;
  const pieces = [...sizes, bytes.length].map((size) => {
    from += size;
    return bytes.subarray(from - size, from);
  });
  return pieces.filter(({ length }) => length > 0);
}
