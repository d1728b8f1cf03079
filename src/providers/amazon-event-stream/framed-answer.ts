import type { Answer, AnswerCollector } from "../provider.ts";
import { eventOf } from "./event.ts";
import { FrameSplitter } from "./splitter.ts";

/** Reads an answer from the bytes of a stream of messages. */
export class FramedAnswer implements AnswerCollector<Uint8Array> {
  readonly #collector: AnswerCollector<unknown>;
  readonly #splitter: FrameSplitter;

  constructor(codec: { collectAnswer(): AnswerCollector<unknown> }) {
    const collector = codec.collectAnswer();
    this.#collector = collector;
    this.#splitter = new FrameSplitter((frame) => collector.push(eventOf(frame)));
  }

  /** @throws BrokenFrameError, as a client does. */
  push(bytes: Uint8Array): void {
    this.#splitter.push(bytes);
  }

  answer(): Answer {
    return this.#collector.answer();
  }
}
