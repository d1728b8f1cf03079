import type { ObservedCall, ObservedStep, Observer, Observers } from "./observer.ts";

/**
 * Runs a step of a call inside what observers wrap around it (see `Observer.within`), or directly
 * if there are none. Whatever they do, the step runs once, before this returns, and its result is
 * passed on unchanged.
 */
export function withinObservers<T>(
  observers: Observers,
  record: { readonly observed: ObservedCall },
  { step, run }: { readonly step: ObservedStep; readonly run: () => Promise<T> },
): Promise<T> {
  if (!observers.any) return run();
  let taken: Promise<T> | undefined;
  let take = once(() => {
    taken = begin(run);
  });
  observers.tell((observer) => {
    if (observer.within === undefined) return;
    const inner = take;
    take = once(() => {
      enter(observers, observer, () => observer.within?.(record.observed, step, inner));
      // For an observer that threw, did not call it, or wants to call it later.
      inner();
    });
  });
  take();
  return taken as Promise<T>;
}

/** Whether any observer wraps steps. */
export function hasWithin(observers: Observers): boolean {
  let found = false;
  observers.tell((observer) => {
    if (observer.within !== undefined) found = true;
  });
  return found;
}

/** Calls one observer, with the same error handling as `tell`. */
function enter(observers: Observers, wanted: Observer, hook: () => void): void {
  observers.tell((observer) => (observer === wanted ? hook() : undefined));
}

/** Async, so that a synchronous throw becomes a rejection. */
async function begin<T>(run: () => Promise<T>): Promise<T> {
  return run();
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
