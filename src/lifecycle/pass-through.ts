import type { ProviderCodec } from "../providers/provider.ts";
import { SseConcealer } from "../providers/sse-concealer.ts";
import type { BodyWatch } from "./body-watch.ts";

/** A body on its way through. */
export interface Passing {
  readonly watch: BodyWatch;
  /** Set when chunks that only we asked for must be taken out. */
  readonly conceal: ProviderCodec<unknown, unknown, unknown> | undefined;
  /** The response, kept alive by its stream: only one that nobody can read any more is collected. */
  readonly owner: Response;
}

/** Bytes go to the reader first and are looked at afterwards. Nothing is read ahead. */
export function passThrough(passing: Passing): ReadableStream<Uint8Array> {
  const { watch, conceal } = passing;
  const concealer = conceal === undefined ? undefined : new SseConcealer(conceal);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          for (;;) {
            const { done, value } = await watch.read();
            if (done) break;
            const visible = concealer === undefined ? value : concealer.push(value);
            if (visible.length > 0) controller.enqueue(visible);
            watch.collect(value);
            if (visible.length > 0) return;
          }
          const rest = concealer?.end();
          if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
          const stored = watch.finish();
          if (stored !== undefined) await stored;
          controller.close();
        } catch (error) {
          await watch.fail(error);
          controller.error(error);
        }
      },
      cancel: (reason) => passing.watch.stopReading(reason),
    },
    { highWaterMark: 0 },
  );
}
