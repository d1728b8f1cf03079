import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { RestoredStream } from "../../lifecycle/masking/restoration.ts";
import { ObservedIterator } from "../../lifecycle/stream/observed-iterator.ts";
import type { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import { UnreadStream } from "../../lifecycle/stream/unread-stream.ts";
import type { StreamUsageCodec } from "../../providers/provider.ts";
import type { Lifecycle } from "../../types.ts";

/** The SDK's `Stream`: every way of reading it, `tee()` and `toReadableStream()` too, calls `iterator()`. */
interface SdkStream {
  iterator: () => AsyncIterator<unknown, unknown, unknown>;
}

/** What watching an SDK stream takes. */
export interface SdkStreamParts {
  readonly controller: AbortController;
  readonly report: StreamReport<unknown>;
  readonly active: ActiveCalls;
  readonly conceal: StreamUsageCodec<unknown, unknown>["conceal"] | undefined;
  readonly lifecycle: Lifecycle;
  /** Set when the app gets originals for placeholders. */
  readonly restored: RestoredStream<unknown> | undefined;
}

/** A stream under watch. */
export interface ObservedSdkStream {
  /**
   * Leaves the report to whoever watches the bytes, which the app is about to read in the place of
   * chunks. False when somebody reads the stream already.
   */
  leave(): boolean;
}

/**
 * Watches a stream of the SDK in place: it stays the object it was, with all its methods. Undefined
 * for what cannot be watched.
 */
export function observeSdkStream(
  value: unknown,
  parts: SdkStreamParts,
): ObservedSdkStream | undefined {
  const stream = value as SdkStream;
  if (typeof stream?.iterator !== "function") {
    parts.report.markUnreadable();
    parts.report.end({ outcome: "complete" });
    return undefined;
  }
  // Copies that the SDK makes of the stream have its controller.
  attachLifecycle(parts.controller.signal, parts.lifecycle);
  const unread = new UnreadStream(stream, parts);
  const open = stream.iterator;
  let opened = false;
  stream.iterator = function iterator(this: unknown) {
    const source = open.call(stream);
    // The SDK itself refuses a second reader; it must find its own iterator to do so.
    if (opened) return source;
    opened = true;
    unread.release();
    return new ObservedIterator({ ...parts, source: parts.restored?.over(source) ?? source });
  };
  return {
    leave() {
      if (opened) return false;
      opened = true;
      unread.release();
      return true;
    },
  };
}
