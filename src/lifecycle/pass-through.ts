import { mayEndWithDone } from "../providers/done-mark.ts";
import type { ProviderCodec } from "../providers/provider.ts";
import type { BodyRestorer } from "../providers/restorer.ts";
import { SseConcealer } from "../providers/sse-concealer.ts";
import type { BodyWatch } from "./body-watch.ts";

/** A body on its way through. */
export interface Passing {
  readonly watch: BodyWatch;
  /** Set when chunks that only we asked for must be taken out. */
  readonly conceal: ProviderCodec<unknown, unknown, unknown> | undefined;
  /** Set when the app gets originals for placeholders. The watch is shown what came. */
  readonly restorer: BodyRestorer | undefined;
  /** The response, kept alive by its stream: only one that nobody can read any more is collected. */
  readonly owner: Response;
}

/** Bytes go to the reader first and are looked at afterwards. Nothing is read ahead. */
export function passThrough(passing: Passing): ReadableStream<Uint8Array> {
  const { watch } = passing;
  const filter = filterOf(passing);
  const tellsItsEnd = watch.tellsItsEnd;
  /** Why the body broke, for the read after the one that gets what was held back. */
  let broken: { readonly error: unknown } | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (broken !== undefined) {
          controller.error(broken.error);
          return;
        }
        try {
          for (;;) {
            const { done, value } = await watch.read();
            if (done) break;
            // Clients stop reading where a body says it ends, so that is looked at before they see it.
            const looksFirst = tellsItsEnd || mayEndWithDone(value);
            const stored = looksFirst ? watch.collectFirst(value) : undefined;
            if (stored !== undefined) await stored;
            const visible = filter === undefined ? value : filter.push(value);
            if (visible.length > 0) controller.enqueue(visible);
            if (!looksFirst) watch.collect(value);
            if (visible.length > 0) return;
          }
          const rest = filter?.end();
          if (rest !== undefined && rest.length > 0) controller.enqueue(rest);
          const stored = watch.finish();
          if (stored !== undefined) await stored;
          controller.close();
        } catch (error) {
          await watch.fail(error);
          const rest = restOf(passing.restorer);
          if (rest === undefined) controller.error(error);
          else {
            // An error would take what is enqueued with it, were it told in the same breath.
            controller.enqueue(rest);
            broken = { error };
          }
        }
      },
      cancel: (reason) => passing.watch.stopReading(reason),
    },
    { highWaterMark: 0 },
  );
}

function filterOf({ conceal, restorer }: Passing): BodyRestorer | undefined {
  if (conceal === undefined) return restorer;
  const concealer = new SseConcealer(conceal);
  if (restorer === undefined) return concealer;
  return {
    push: (bytes) => restorer.push(concealer.push(bytes)),
    end: () => Buffer.concat([restorer.push(concealer.end()), restorer.end()]),
  };
}

/** What a body that breaks had held back, if anything. */
function restOf(restorer: BodyRestorer | undefined): Uint8Array | undefined {
  const rest = restorer?.end();
  return rest !== undefined && rest.length > 0 ? rest : undefined;
}
