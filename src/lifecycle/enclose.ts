import type { Prompt } from "../providers/provider.ts";
import type { Passage } from "./apply-ruling.ts";
import type { Gate } from "./gate.ts";
import { currentScope, type Enclosing, runEnclosed } from "./scope.ts";

/**
 * Lifecycles by the signal their provider was called with. Most doorways inside a doorway are
 * handed that very signal, and a map is free where an async scope would slow down every promise
 * of the process (Node 20 and 22 follow them one by one).
 */
const bySignal = new WeakMap<AbortSignal, Enclosing>();

/**
 * Calls the provider inside its lifecycle, so that a guarded client, fetch or middleware found
 * on the way lets the very words through that were approved here, and nothing else.
 */
export function enclose<T>(
  gate: Gate,
  { passage, signal }: { readonly passage: Passage; readonly signal: AbortSignal },
  invoke: () => Promise<T>,
): Promise<T> {
  const { services } = gate;
  const approved = new Set(passage.collapsed === undefined ? passage.texts : [passage.collapsed]);
  const { clientEventId } = passage.record;
  const enclosing: Enclosing = { gate: services, clientEventId, approved };
  bySignal.set(signal, enclosing);
  // Async, so that a provider that throws at once rejects like any other.
  const begin = async (): Promise<T> => invoke();
  return services.doorways.fetch ? runEnclosed(enclosing, begin) : begin();
}

/**
 * Whether the lifecycle around the present code, or the one that `signal` belongs to, has
 * approved every word of `prompt` already.
 */
export function isEnclosed(
  gate: Gate,
  prompt: Prompt,
  signal: AbortSignal | null | undefined,
): boolean {
  const enclosing = (signal && bySignal.get(signal)) ?? currentScope().enclosing;
  if (enclosing === undefined || enclosing.gate !== gate.services) return false;
  return prompt.segments.every((segment) => enclosing.approved.has(segment.text));
}
