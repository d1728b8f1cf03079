import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "../../base/shared.ts";
import type { Prompt } from "../../providers/provider.ts";
import type { CallContext, MergedContext } from "./context.ts";

/** The lifecycle whose provider call is running the current code. */
export interface EnclosingLifecycle {
  /**
   * Identifies the client: interceptors of another client do not count this lifecycle as theirs.
   */
  readonly gate: object;
  readonly clientEventId: string;
  /** Whether it is still in progress: afterwards, nothing would report what is sent under it. */
  readonly lasts: boolean;
  /** Whether the whole prompt may be sent to a provider under this lifecycle. */
  approves(prompt: Prompt): boolean;
  /** See `allowReferences`. */
  allowReferences(count: number): void;
  /** See `allowRenderings`. */
  allowRenderings(renderings: () => readonly string[]): void;
}

/** What is known about the current async context. */
export interface Scope {
  /** From `withContext`, innermost last; merged into the client's defaults at each call. */
  readonly contexts: readonly ScopedContext[];
  readonly enclosing?: EnclosingLifecycle | undefined;
}

/** One `withContext`. The claim is kept here so that its id is used once for all calls inside. */
export interface ScopedContext {
  /** The services of the client that opened it; other clients ignore it. */
  readonly family: object;
  readonly context: CallContext;
  readonly claim: MergedContext["claim"];
}

/**
 * Shared, so that interceptors of another build of this package see these scopes. Each is behind a
 * function, which inspection does not open: before Node.js 24 every promise shows its async
 * context, the app's own promises too, and a scope leads to the key. Earlier builds share them as
 * objects, under another name.
 */
export const storage = shared("scopes", () => new AsyncLocalStorage<() => Scope>());

/** The current scope; an empty one outside of any. */
export function currentScope(): Scope {
  return storage.getStore()?.() ?? { contexts: [] };
}

/** The current scope with a change, as the storage holds it. */
export function scopeWith(change: Partial<Scope>): () => Scope {
  const scope = { ...currentScope(), ...change };
  return () => scope;
}

/** Runs `work` with an additional context, and returns its result. */
export function runWithContext<T>(scoped: ScopedContext, work: () => T): T {
  return storage.run(scopeWith({ contexts: [...currentScope().contexts, scoped] }), work);
}

/**
 * What interceptors and the calls around them know about each other. Kept with the client's
 * services, so that all builds of this package share it.
 */
export interface Interceptors {
  /** Whether any interceptor might be reached within a provider call without the call's signal. */
  open?: boolean | undefined;
  /** The lifecycle whose provider call is starting synchronously, if not in a scope. */
  beginning?: EnclosingLifecycle | undefined;
}

/** The services of a client. */
interface WithInterceptors {
  readonly interceptors: Interceptors;
}

/** From now on, provider calls run in async scopes, including the one that is starting. */
export function registerInterceptor({ interceptors }: WithInterceptors): void {
  interceptors.open = true;
  const enclosing = interceptors.beginning;
  if (enclosing) storage.enterWith(scopeWith({ enclosing }));
}

/**
 * The same, but only if a provider call is reaching an interceptor as it starts: most guarded
 * clients are never used within a call, and on Node.js 20 and 22 an async scope slows down every
 * promise.
 */
export function registerNestedInterceptor(services: WithInterceptors): void {
  if (services.interceptors.beginning) registerInterceptor(services);
}
