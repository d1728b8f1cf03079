import { type ClientInternals, hook, type SendOptions } from "./client-shape.ts";
import { Sending } from "./sending.ts";

/** The command whose middleware is being put together. */
export interface CurrentSending {
  sending: Sending | undefined;
}

type Callback = (...told: readonly unknown[]) => void;

/** Middleware is not told of a call's options, so they are noted on the way in. */
export function hookSend(client: ClientInternals, current: CurrentSending): void {
  const { send } = client;
  hook(client, "send", function (this: ClientInternals, command, first, second) {
    const hasOptions = typeof first !== "function";
    const callback = (hasOptions ? second : first) as Callback | undefined;
    const sending = new Sending(hasOptions ? (first as SendOptions | undefined) : undefined);
    const options = { ...sending.options, abortSignal: sending.cancellation.signal };
    const outer = current.sending;
    current.sending = sending;
    try {
      if (callback !== undefined) return send.call(this, command, options, told(callback, sending));
      const result = send.call(this, command, options) as PromiseLike<unknown> | undefined;
      const settle = (): void => sending.settle();
      result?.then(settle, settle);
      return result;
    } finally {
      current.sending = outer;
    }
  });
}

function told(callback: Callback, sending: Sending): Callback {
  return (...answer) => {
    sending.settle();
    callback(...answer);
  };
}
