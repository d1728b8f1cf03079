import { type AbortTarget, unwatchAbort, watchAbort } from "../../base/abort-watch.ts";
import { closedError } from "../../errors.ts";
import type { ActiveCalls, OpenStream } from "../active-calls.ts";
import { refusal } from "./unreadable-body.ts";

/** Far above what any model accepts. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** What can end the reading: an app's body may be slow, or never end. */
export interface BodyReader {
  /** Its abort stops the reading and cancels the body. */
  readonly signal?: AbortSignal | undefined;
  /** Stops the reading when the client closes. */
  readonly active?: ActiveCalls | undefined;
  /** Largest body that is read into memory, in bytes. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/**
 * The bytes of a body.
 *
 * @throws UnguardedRequestError if there are too many; the signal's reason; GuardedModelError
 * `client_closed`; the error of the body.
 */
export async function readBytes(
  holder: Request | Response,
  { signal, active, maxBytes = MAX_BODY_BYTES }: BodyReader,
): Promise<Uint8Array<ArrayBuffer>> {
  if (holder.body === null) return Buffer.alloc(0);
  const reading = new Reading(holder.body.getReader());
  active?.watch(reading);
  if (signal?.aborted) reading.onAbort(signal.reason);
  else watchAbort(signal, reading);
  try {
    return await reading.whole(maxBytes);
  } finally {
    active?.unwatch(reading);
    unwatchAbort(signal, reading);
  }
}

class Reading implements OpenStream, AbortTarget {
  readonly waiting = true;
  readonly activity = 0;
  watchSlot = -1;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #stopped: { readonly reason: unknown } | undefined = undefined;

  constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader;
  }

  onAbort(reason: unknown): void {
    this.#stop(reason);
  }

  abandon(): void {
    this.#stop(closedError());
  }

  async whole(maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    for (let next = await this.#reader.read(); !next.done; next = await this.#reader.read()) {
      size += next.value.byteLength;
      if (size > maxBytes) this.#stop(refusal(`more than ${maxBytes} bytes`, "Send less at once"));
      if (this.#stopped !== undefined) break;
      chunks.push(next.value);
    }
    if (this.#stopped !== undefined) throw this.#stopped.reason;
    return Buffer.concat(chunks);
  }

  /** Ends a pending read too, however the body reacts to the cancellation. */
  #stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#reader.cancel(reason).catch(() => undefined);
  }
}
