import { hiddenField } from "../../base/hidden-field.ts";
import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { boundLate, hook } from "../hook.ts";
import type { ClientInternals, CommandContext, SendOptions } from "./client-shape.ts";
import { Sending } from "./sending.ts";

/** The command whose middleware is being combined. */
export interface CurrentSending {
  sending: Sending | undefined;
}

type Callback = (...told: readonly unknown[]) => void;

/** Sendings by the signal that the client was called with. */
const bySignal = hiddenField<Sending>();

/** Hooks of `send`. */
export interface SendHooks {
  readonly active: ActiveCalls;
  readonly current: CurrentSending;
  /** Called before each command. */
  readonly prepare: (client: ClientInternals) => void;
}

/** Middleware does not receive the options of a call, so they are recorded in `send`. */
export function hookSend(client: ClientInternals, { active, current, prepare }: SendHooks): void {
  const send = boundLate(client, "send");
  // biome-ignore lint/complexity/useMaxParams: the client's own signature
  hook(client, "send", function (this: ClientInternals, command, first, second) {
    prepare(this);
    const hasOptions = typeof first !== "function";
    const callback = (hasOptions ? second : first) as Callback | undefined;
    const given = hasOptions ? (first as SendOptions | undefined) : undefined;
    const sending = new Sending(given, active);
    sending.announce();
    const { signal } = sending.cancellation;
    const options = { ...sending.options, abortSignal: signal };
    const outer = current.sending;
    current.sending = sending;
    const settle = (): void => sending.settle();
    try {
      if (callback !== undefined) return send.call(this, command, options, told(callback, sending));
      const result = send.call(this, command, options) as PromiseLike<unknown> | undefined;
      // A new promise: listening to the client's own would hide a failure that the app does not
      // handle.
      if (typeof result?.then === "function") return Promise.resolve(result).finally(settle);
      settle();
      return result;
    } catch (error) {
      settle();
      throw error;
    } finally {
      if (!sending.isBound) bySignal.set(signal, sending);
      current.sending = outer;
    }
  });
}

/**
 * The sending that a middleware chain is combined for. A client combines the chain before it awaits
 * anything; a class of the app that awaits first is identified by the signal it passes on.
 */
export function sendingOf(
  current: CurrentSending,
  { __smithy_context }: CommandContext,
): Sending | undefined {
  const { sending } = current;
  if (sending !== undefined) {
    sending.isBound = true;
    return sending;
  }
  const signal = __smithy_context?.abortSignal;
  return signal instanceof AbortSignal ? bySignal.get(signal) : undefined;
}

function told(callback: Callback, sending: Sending): Callback {
  return (...answer) => {
    sending.settle();
    callback(...answer);
  };
}
