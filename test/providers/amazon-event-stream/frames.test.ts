import { crc32 } from "node:zlib";
import { EventStreamCodec } from "@smithy/core/event-streams";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventOf } from "../../../src/providers/amazon-event-stream/event.ts";
import {
  BrokenFrameError,
  type EventFrame,
  writeFrame,
} from "../../../src/providers/amazon-event-stream/frame.ts";
import { FrameRestorer } from "../../../src/providers/amazon-event-stream/frame-restorer.ts";
import { readHeaders, writeHeaders } from "../../../src/providers/amazon-event-stream/headers.ts";
import { FrameSplitter } from "../../../src/providers/amazon-event-stream/splitter.ts";
import { bedrockConverseCodec } from "../../../src/providers/bedrock-converse/codec.ts";
import { ChunkRestorer } from "../../../src/providers/restore/chunk-restorer.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";
import {
  CONVERSE_SAID,
  CONVERSE_TOLD,
  converseEvents,
  EVENT_STREAM,
  eventFrame,
  exceptionFrame,
} from "../../support/models/converse-answers.ts";

/** AWS's own codec, for comparison. */
const aws = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString(),
  (text) => Buffer.from(text),
);

const wire = Buffer.concat(converseEvents().map(eventFrame));

function framesOf(pieces: readonly Uint8Array[]): EventFrame[] {
  const frames: EventFrame[] = [];
  const splitter = new FrameSplitter((frame) => frames.push(frame));
  for (const piece of pieces) splitter.push(piece);
  expect(splitter.rest()).toHaveLength(0);
  return frames;
}

/** Two pieces, cut at every position, and each byte by itself. */
function* cuts(bytes: Uint8Array): Generator<readonly Uint8Array[]> {
  for (let at = 0; at <= bytes.length; at += 1) yield [bytes.subarray(0, at), bytes.subarray(at)];
  yield Array.from(bytes, (byte) => Uint8Array.of(byte));
}

describe("frames of an AWS event stream", () => {
  it("are read wherever the stream is cut", () => {
    const expected = converseEvents().map(([name, payload]) => ({ [name]: payload }));
    for (const pieces of cuts(wire)) expect(framesOf(pieces).map(eventOf)).toEqual(expected);
  });

  it("are written as by AWS's own encoder", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), fc.string(), { maxKeys: 4 }),
        fc.uint8Array({ maxLength: 200 }),
        (headers, body) => {
          const theirs = aws.encode({
            headers: Object.fromEntries(
              Object.entries(headers).map(([key, value]) => [key, { type: "string", value }]),
            ),
            body,
          });
          expect(Buffer.from(writeFrame(writeHeaders(headers), body))).toEqual(Buffer.from(theirs));
        },
      ),
    );
  });

  it("can have headers of every type, of which the strings are read", () => {
    const bytes = aws.formatHeaders({
      a: { type: "boolean", value: true },
      b: { type: "byte", value: 1 },
      c: { type: "short", value: 2 },
      d: { type: "integer", value: 3 },
      f: { type: "binary", value: new Uint8Array([1, 2]) },
      g: { type: "timestamp", value: new Date(0) },
      h: { type: "uuid", value: "00000000-0000-4000-8000-000000000000" },
      i: { type: "string", value: "words" },
    });
    expect([...readHeaders(bytes)]).toEqual([["i", "words"]]);
    expect(() => readHeaders(bytes.subarray(0, -1))).toThrow(BrokenFrameError);
  });

  it("are refused with any bit flipped", () => {
    const frame = eventFrame(["messageStart", { role: "assistant" }]);
    for (let bit = 0; bit < frame.length * 8; bit += 1) {
      const flipped = frame.slice();
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const splitter = new FrameSplitter(() => expect.unreachable());
      expect(() => splitter.push(flipped)).toThrow(BrokenFrameError);
    }
  });

  it("are refused at once if they claim to be longer than AWS sends them", () => {
    const prelude = Buffer.alloc(12);
    prelude.writeUInt32BE(32 * 1024 * 1024);
    prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
    const splitter = new FrameSplitter(() => expect.unreachable());
    expect(() => splitter.push(prelude)).toThrow(BrokenFrameError);
  });

  it("of arbitrary bytes are read or refused, and cause no other error", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (pieces) => {
        const splitter = new FrameSplitter(() => undefined);
        try {
          for (const piece of pieces) splitter.push(piece);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenFrameError);
        }
      }),
    );
  });

  it("report exceptions with and without a name", () => {
    const [named] = framesOf([exceptionFrame("throttlingException", "slow down")]);
    expect(eventOf(named as EventFrame)).toEqual({ throttlingException: { message: "slow down" } });
    const headers = writeHeaders({ ":message-type": "error", ":error-code": "Internal" });
    const [unnamed] = framesOf([writeFrame(headers, new Uint8Array(0))]);
    expect(eventOf(unnamed as EventFrame)).toEqual({ InternalException: {} });
  });
});

describe("an answer in event stream frames", () => {
  it("is the same wherever it is cut", () => {
    for (const pieces of cuts(wire)) {
      const collector = new WireCollector(bedrockConverseCodec as never, EVENT_STREAM);
      expect(collector.streaming).toBe(true);
      for (const piece of pieces) collector.push(piece);
      expect(collector.answer()).toMatchObject({ output: CONVERSE_SAID, usage: CONVERSE_TOLD });
    }
  });
});

describe("originals restored in event stream frames", () => {
  const events = converseEvents(["To ", "[EMA", "IL_1]", "."]);
  const bytes = Buffer.concat(events.map(eventFrame));
  const restorer = (): FrameRestorer => {
    let held = "";
    const piece = {
      push(text: string): string {
        held += text;
        const isOpen = held.includes("[") && !held.includes("]");
        const said = isOpen ? held.slice(0, held.indexOf("[")) : held;
        held = held.slice(said.length);
        return said.replace("[EMAIL_1]", "a@example.com");
      },
      end: () => held,
    };
    const texts = bedrockConverseCodec.streamTexts as NonNullable<
      typeof bedrockConverseCodec.streamTexts
    >;
    return new FrameRestorer(
      new ChunkRestorer(texts, { whole: (text) => text, open: () => piece }),
    );
  };

  it("are in frames that AWS's decoder accepts, wherever the stream is cut", () => {
    for (const pieces of cuts(bytes)) {
      const own = restorer();
      const out = Buffer.concat([...pieces.map((piece) => own.push(piece)), own.end()]);
      let said = "";
      for (const frame of framesOf([out])) {
        const { body } = aws.decode(frame.bytes);
        const { delta } = JSON.parse(Buffer.from(body).toString()) as {
          delta?: { text?: string };
        };
        said += delta?.text ?? "";
      }
      expect(said).toBe("To a@example.com.");
    }
  });

  it("leave a broken stream unchanged", () => {
    const broken = Buffer.from(bytes);
    broken[bytes.length - 1] = (broken.at(-1) ?? 0) ^ 1;
    const own = restorer();
    const out = Buffer.concat([own.push(broken), own.push(Buffer.from("more")), own.end()]);
    const last = eventFrame(events.at(-1) as (typeof events)[number]).length;
    expect(out.subarray(-last - 4)).toEqual(
      Buffer.concat([broken.subarray(-last), Buffer.from("more")]),
    );
  });
});
