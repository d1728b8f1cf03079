import { ConfigurationError } from "../errors.ts";
import type { Gate } from "../lifecycle/gate.ts";

/**
 * Marks a guarded client, on the client itself, so that two installed copies of this package agree.
 * Stored as a function, which inspection does not open, because the gate holds the key.
 */
const GUARDED = Symbol.for("guarded-model-client.guarded-by");

interface Marked {
  readonly [GUARDED]?: () => Gate;
}

/** Whether the client is guarded. */
export function isGuarded(client: object): boolean {
  return (client as Marked)[GUARDED] !== undefined;
}

/**
 * Whether this guard guards the client already. `name`: the kind of client in the error, for
 * example "OpenAI".
 *
 * @throws ConfigurationError if another guard does.
 */
export function isGuardedBy(client: object, gate: Gate, name: string): boolean {
  const present = (client as Marked)[GUARDED]?.();
  if (present === undefined || present === gate) return present === gate;
  throw new ConfigurationError(
    `This ${name} client is guarded by another GuardedModelClient already (a child is another than its parent). Guard a client of its own for each.`,
  );
}

/**
 * @param parts the client and its objects that will be hooked.
 * @throws ConfigurationError for a client that cannot be hooked, because it is frozen or sealed.
 */
export function assertHookable(parts: readonly (object | undefined)[]): void {
  if (parts.every((part) => part === undefined || Object.isExtensible(part))) return;
  throw new ConfigurationError(
    "client cannot be guarded in place: it is frozen or sealed. Guard it before that.",
  );
}

/**
 * Marks the client as guarded. After all hooks: a second try would return one where a hook failed,
 * for example of a method that cannot be replaced, and its requests would go out without a verdict.
 */
export function markGuarded(client: object, gate: Gate): void {
  Object.defineProperty(client, GUARDED, { value: () => gate });
}
