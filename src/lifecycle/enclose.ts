import type { Prompt } from "../providers/provider.ts";
import type { Passage } from "./apply-ruling.ts";
import type { Gate } from "./gate.ts";
import { currentScope, runEnclosed } from "./scope.ts";

/**
 * Calls the provider inside its lifecycle, so that a guarded client, fetch or middleware found
 * on the way lets the very words through that were approved here, and nothing else.
 */
export function enclose<T>(gate: Gate, passage: Passage, invoke: () => Promise<T>): Promise<T> {
  const approved = new Set(passage.collapsed === undefined ? passage.texts : [passage.collapsed]);
  const { clientEventId } = passage.record;
  return runEnclosed({ gate: gate.services, clientEventId, approved }, async () => invoke());
}

/** Whether the lifecycle around the present code has approved every word of `prompt` already. */
export function isEnclosed(gate: Gate, prompt: Prompt): boolean {
  const { enclosing } = currentScope();
  if (enclosing === undefined || enclosing.gate !== gate.services) return false;
  return prompt.segments.every((segment) => enclosing.approved.has(segment.text));
}
