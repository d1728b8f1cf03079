import { ConfigurationError } from "../errors.ts";
import type { Gate } from "../lifecycle/gate.ts";

/**
 * Who guards a client, on the client itself, so that two installed copies of this package agree. By a
 * function: no inspection of the client looks into one, and the gate holds the key.
 */
const GUARDED = Symbol.for("guarded-model-client.guarded-by");

interface Marked {
  readonly [GUARDED]?: () => Gate;
}

/** Whether somebody guards this client. */
export function isGuarded(client: object): boolean {
  return (client as Marked)[GUARDED] !== undefined;
}

/**
 * Whether this very guard has the client already. `name` is what such a client is called: "OpenAI".
 *
 * @throws ConfigurationError when another guard has it.
 */
export function isGuardedBy(client: object, gate: Gate, name: string): boolean {
  const present = (client as Marked)[GUARDED]?.();
  if (present === undefined || present === gate) return present === gate;
  throw new ConfigurationError(
    `This ${name} client is guarded by another GuardedModelClient already (a child is another than its parent). Guard a client of its own for each.`,
  );
}

/**
 * Says on the client that it is guarded.
 *
 * @throws ConfigurationError for a client that takes no hooks, because it is frozen or sealed.
 */
export function markGuarded(client: object, gate: Gate): void {
  if (!Object.isExtensible(client)) {
    throw new ConfigurationError(
      "client cannot be guarded in place: it is frozen or sealed. Guard it before that.",
    );
  }
  Object.defineProperty(client, GUARDED, { value: () => gate });
}
