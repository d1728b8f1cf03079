import type { ObservedCall, ObservedStep, Observer, Observers } from "./observer.ts";

/**
 * Takes a step of a call inside of whatever observers put around it (see `Observer.within`), and
 * at once where there are none. Whatever they do, the step is taken once, before this returns,
 * and what comes of it is handed on untouched.
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
      // For one that threw, forgot it, or means to come back later.
      inner();
    });
  });
  take();
  return taken as Promise<T>;
}

/** Whether there is anything that would be put around a step. */
export function hasWithin(observers: Observers): boolean {
  let found = false;
  observers.tell((observer) => {
    if (observer.within !== undefined) found = true;
  });
  return found;
}

/** Tells one observer alone, with the care that all of them are told with. */
function enter(observers: Observers, wanted: Observer, hook: () => void): void {
  observers.tell((observer) => (observer === wanted ? hook() : undefined));
}

/** What throws at once rejects like anything else that fails. */
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
