import { AsyncLocalStorage } from "node:async_hooks";
import type { Prompt } from "../../providers/provider.ts";
import type { CallContext, MergedContext } from "./context.ts";

/** A lifecycle in whose provider call the present code runs. */
export interface EnclosingLifecycle {
  /** Identifies the client, so that another client's doorway is a doorway of its own. */
  readonly gate: object;
  readonly clientEventId: string;
  /** Whether it is still under way: afterwards nothing would report what is sent in its name. */
  readonly lasts: boolean;
  /** Whether all of a prompt may go to a provider under this lifecycle. */
  approves(prompt: Prompt): boolean;
  /** See `allowReferences`. */
  allowReferences(count: number): void;
  /** See `allowRenderings`. */
  allowRenderings(renderings: () => readonly string[]): void;
}

/** What is known where the present code runs. */
export interface Scope {
  /** From `withContext`, innermost last; merged onto a client's own defaults at each call. */
  readonly contexts: readonly ScopedContext[];
  readonly enclosing: EnclosingLifecycle | undefined;
}

/** One `withContext`. The claim lives here, so that its id is given out once for all calls inside. */
export interface ScopedContext {
  /** The services of the client it was opened on; other clients take nothing from it. */
  readonly family: object;
  readonly context: CallContext;
  readonly claim: MergedContext["claim"];
}

// On the global, so that what one build of this package opens is known to the doorways of another.
const STORAGE = Symbol.for("guarded-model-client.scope");
const storage: AsyncLocalStorage<Scope> =
  Reflect.get(globalThis, STORAGE) ?? new AsyncLocalStorage<Scope>();
Reflect.set(globalThis, STORAGE, storage);

const NOWHERE: Scope = Object.freeze({ contexts: [], enclosing: undefined });

/** The present scope; an empty one outside of any. */
export function currentScope(): Scope {
  return storage.getStore() ?? NOWHERE;
}

/** Runs `work` with one more context, and returns what it returns. */
export function runWithContext<T>(scoped: ScopedContext, work: () => T): T {
  const scope = currentScope();
  return storage.run({ ...scope, contexts: [...scope.contexts, scoped] }, work);
}

/** What doorways and the calls around them know of each other. Kept with the services that they share, whichever build they are of. */
export interface Doorways {
  /** Whether there are any that could be found inside of a provider call without its signal. */
  open?: boolean | undefined;
  /** The lifecycle whose provider call is beginning right now, outside of any scope. */
  beginning?: EnclosingLifecycle | undefined;
}

/** What doorways are looked for by: the services of a client. */
interface WithDoorways {
  readonly doorways: Doorways;
}

/**
 * Runs a provider call inside its lifecycle, so that a doorway within knows that it was guarded: in
 * a scope where there are doorways, and otherwise so that one that opens before `work` has returned
 * is within all the same. What `work` throws, it rejects with.
 */
export function runInScope<T>(
  enclosing: EnclosingLifecycle,
  doorways: Doorways,
  work: () => Promise<T>,
): Promise<T> {
  if (doorways.open) return storage.run({ ...currentScope(), enclosing }, work);
  doorways.beginning = enclosing;
  const answer = work();
  doorways.beginning = undefined;
  return answer;
}

/** Has provider calls run in scopes from now on, the one that is beginning included. */
export function openDoorway({ doorways }: WithDoorways): void {
  doorways.open = true;
  const enclosing = doorways.beginning;
  if (enclosing) storage.enterWith({ ...currentScope(), enclosing });
}

/**
 * The same where a provider call comes through a doorway as it begins, and nowhere else: most guarded
 * clients are never met inside of a call, and on Node 20 and 22 a scope has its price for every promise.
 */
export function meetDoorway(services: WithDoorways): void {
  if (services.doorways.beginning) openDoorway(services);
}
