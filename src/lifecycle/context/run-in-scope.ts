import { type EnclosingLifecycle, type Interceptors, scopeWith, storage } from "./scope.ts";

/**
 * Runs a provider call inside its lifecycle, so that interceptors reached on the way know that it
 * was guarded: in an async scope if any interceptor needs one; otherwise known only to those
 * reached before `work` has returned.
 */
export function runInScope<T>(
  enclosing: EnclosingLifecycle,
  interceptors: Interceptors,
  work: () => Promise<T>,
): Promise<T> {
  if (interceptors.open) return storage.run(scopeWith({ enclosing }), work);
  interceptors.beginning = enclosing;
  try {
    return work();
  } finally {
    interceptors.beginning = undefined;
  }
}
