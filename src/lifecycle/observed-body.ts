import type { ProviderCodec } from "../providers/provider.ts";
import { SseConcealer } from "../providers/sse-concealer.ts";
import type { ActiveCalls, OpenStream } from "./active-calls.ts";
import type { StreamReport } from "./stream-report.ts";

/** What watching a body takes. */
export interface ObservedBodyParts {
  readonly response: Response;
  readonly report: StreamReport<Uint8Array>;
  /** Set when chunks that only we asked for must be taken out. */
  readonly conceal: ProviderCodec<unknown, unknown, unknown> | undefined;
  readonly active: ActiveCalls;
  readonly cancelled: () => boolean;
  readonly cancel: () => void;
  readonly onError: (error: unknown) => void;
}

/** The methods of a response that read it whole. `bytes` is newer than the oldest runtime we run on. */
const WHOLE_READERS = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"] as const;

const collected = new FinalizationRegistry<BodyWatch>((watch) => watch.abandon());

/** The ways of reading one response, each leading past the report. */
export class ObservedBody {
  readonly #parts: ObservedBodyParts;
  readonly #watch: BodyWatch;
  #stream: ReadableStream<Uint8Array> | null | undefined = undefined;

  constructor(parts: ObservedBodyParts) {
    this.#parts = parts;
    this.#watch = new BodyWatch(parts);
  }

  install(): void {
    const { response } = this.#parts;
    const source = response.body;
    if (source === null) {
      this.#watch.end({ outcome: "complete" });
      return;
    }
    const open = (): ReadableStream<Uint8Array> => {
      this.#stream ??= passThrough({
        source,
        owner: response,
        watch: this.#watch,
        codec: this.#parts.conceal,
      });
      return this.#stream;
    };
    Object.defineProperty(response, "body", { get: open, enumerable: false, configurable: true });
    for (const name of WHOLE_READERS) this.#installReader(name, open);
    this.#installClone(open);
    collected.register(response, this.#watch, this.#watch);
  }

  /** Reads through the observed stream, so that one path sees every byte. */
  #installReader(name: (typeof WHOLE_READERS)[number], open: () => ReadableStream): void {
    const { response } = this.#parts;
    if (typeof response[name] !== "function") return;
    const headers = response.headers;
    define(response, name, () => {
      const whole = new Response(open(), { headers });
      return whole[name]();
    });
    defineOnce(response, "bodyUsed", () => this.#stream?.locked ?? false);
  }

  /** Both copies lead past the same report; the bytes are seen once, before they part. */
  #installClone(open: () => ReadableStream<Uint8Array>): void {
    const { response } = this.#parts;
    define(response, "clone", () => {
      const [one, other] = open().tee();
      this.#stream = one;
      const { status, statusText, headers } = response;
      const copy = new Response(other, { status, statusText, headers });
      for (const name of ["url", "redirected", "type"] as const) {
        const value = response[name];
        Object.defineProperty(copy, name, { get: () => value, configurable: true });
      }
      return copy;
    });
  }
}

/** The report of a body and what may end it. Refers to nothing the app holds. */
class BodyWatch implements OpenStream {
  readonly #parts: Omit<ObservedBodyParts, "response">;
  waiting = false;

  constructor({ response: _, ...parts }: ObservedBodyParts) {
    this.#parts = parts;
    parts.active.watch(this);
  }

  get activity(): number {
    return this.#parts.report.activity;
  }

  collect(bytes: Uint8Array): void {
    if (!this.#parts.report.ended) this.#parts.report.collect(bytes);
  }

  finish(): Promise<void> | undefined {
    return this.end({ outcome: this.#parts.cancelled() ? "cancelled" : "complete" });
  }

  fail(error: unknown): Promise<void> | undefined {
    this.#parts.onError(error);
    return this.end({ outcome: this.#parts.cancelled() ? "cancelled" : "error", error });
  }

  stopReading(): void {
    const { report } = this.#parts;
    this.end({ outcome: report.complete ? "complete" : "cancelled" });
  }

  abandon(): void {
    if (this.#parts.report.ended) return;
    this.end({ outcome: "cancelled" });
    this.#parts.cancel();
  }

  end(ending: Parameters<StreamReport<Uint8Array>["end"]>[0]): Promise<void> | undefined {
    this.#parts.active.unwatch(this);
    collected.unregister(this);
    return this.#parts.report.end(ending);
  }
}

/** A body on its way through. */
interface Passing {
  readonly source: ReadableStream<Uint8Array>;
  /** The response, kept alive by its stream: only one that nobody can read any more is collected. */
  readonly owner: Response;
  readonly watch: BodyWatch;
  readonly codec: ProviderCodec<unknown, unknown, unknown> | undefined;
}

/** Bytes go to the reader first and are looked at afterwards. Nothing is read ahead. */
function passThrough(passing: Passing): ReadableStream<Uint8Array> {
  const { source, watch, codec } = passing;
  const concealer = codec === undefined ? undefined : new SseConcealer(codec);
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        reader ??= source.getReader();
        watch.waiting = true;
        try {
          for (;;) {
            const { done, value } = await reader.read();
            if (done) {
              const rest = concealer?.end();
              if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
              const stored = watch.finish();
              if (stored !== undefined) await stored;
              controller.close();
              return;
            }
            const visible = concealer === undefined ? value : concealer.push(value);
            if (visible.length > 0) controller.enqueue(visible);
            watch.collect(value);
            if (visible.length > 0) return;
          }
        } catch (error) {
          await watch.fail(error);
          controller.error(error);
        } finally {
          watch.waiting = false;
        }
      },
      cancel(reason) {
        passing.watch.stopReading();
        return reader === undefined ? source.cancel(reason) : reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}

function defineOnce(target: object, name: string, get: () => unknown): void {
  if (Object.hasOwn(target, name)) return;
  Object.defineProperty(target, name, { get, enumerable: false, configurable: true });
}
