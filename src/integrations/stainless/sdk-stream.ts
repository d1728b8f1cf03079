import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { RestoredStream } from "../../lifecycle/masking/restoration.ts";
import { ObservedIterator } from "../../lifecycle/stream/observed-iterator.ts";
import type { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import { UnreadStream } from "../../lifecycle/stream/unread-stream.ts";
import type { StreamUsageCodec } from "../../providers/provider.ts";
import type { Lifecycle } from "../../types.ts";

/**
 * The SDK's `Stream`: all ways of reading it, including `tee()` and `toReadableStream()`, call
 * `iterator()`.
 */
interface SdkStream {
  iterator: () => AsyncIterator<unknown, unknown, unknown>;
}

/** What {@link observeSdkStream} needs. */
export interface SdkStreamParts {
  readonly controller: AbortController;
  readonly report: StreamReport<unknown>;
  readonly active: ActiveCalls;
  readonly conceal: StreamUsageCodec<unknown, unknown>["conceal"] | undefined;
  readonly lifecycle: Lifecycle;
  /** Set if placeholders are replaced by the original values. */
  readonly restored: RestoredStream<unknown> | undefined;
}

/** An observed stream. */
export interface ObservedSdkStream {
  /**
   * Leaves the report to the observer of the bytes, because the app is about to read those instead
   * of chunks. Returns false if the stream is being read already.
   */
  leave(): boolean;
}

/**
 * Observes a stream of the SDK in place: it stays the same object, with all its methods. Undefined
 * for what cannot be observed.
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
  // Copies that the SDK makes of the stream share its controller.
  attachLifecycle(parts.controller.signal, parts.lifecycle);
  const unread = new UnreadStream(stream, parts);
  const open = stream.iterator;
  let opened = false;
  stream.iterator = function iterator(this: unknown) {
    const source = open.call(stream);
    // A second reader gets the SDK's own iterator, so that the SDK can reject it.
    if (opened) return source;
    opened = true;
    unread.release();
    return new ObservedIterator({ source: parts.restored?.over(source) ?? source, ...parts });
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
