import { attachLifecycle, lifecycleOf } from "./lifecycle-of.ts";

/** Attaches the lifecycle of `origin`, if it has one, to what was made of it or instead of it. */
export function passOnLifecycle(origin: unknown, made: unknown): void {
  const lifecycle = lifecycleOf(origin);
  if (lifecycle !== undefined) attachLifecycle(made, lifecycle);
}
