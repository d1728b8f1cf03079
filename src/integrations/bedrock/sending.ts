import { Cancellation } from "../../lifecycle/cancellation.ts";
import { joinSignals } from "../../lifecycle/join-signals.ts";

import type { SendOptions } from "./client-shape.ts";

/** One command on its way: what ends it, from the app's side and from ours. */
export class Sending {
  /** Aborts with the app's signals once they are followed, and by itself when nobody reads on. */
  readonly controller = new AbortController();
  /** What the app called `send` with. */
  readonly options: SendOptions | undefined;
  /** The app's. */
  readonly own: AbortSignal | undefined;
  /** What the client is to be called with. */
  readonly signal: AbortSignal;
  #followed: Cancellation | undefined = undefined;

  constructor(options: SendOptions | undefined) {
    const own = options?.abortSignal;
    this.options = options;
    this.own = own instanceof AbortSignal ? own : modern(own);
    this.signal = joinSignals(this.own, this.controller.signal) ?? this.controller.signal;
  }

  /** From here on the controller aborts with `signal`. */
  follow(signal: AbortSignal | undefined): void {
    if (signal === undefined) return;
    const followed = new Cancellation(signal);
    this.#followed = followed;
    const abort = (): void => this.controller.abort(followed.signal.reason);
    if (followed.aborted) abort();
    else followed.signal.addEventListener("abort", abort, { once: true });
  }

  /** The command is over: nothing is left behind on signals that the app keeps. */
  dispose(): void {
    this.#followed?.dispose();
    this.#followed = undefined;
  }
}

/** AWS's client also takes signals of its own making, which know nothing but `onabort`. */
interface LegacySignal {
  readonly aborted?: boolean;
  onabort?: unknown;
}

function modern(given: LegacySignal | undefined): AbortSignal | undefined {
  if (given === undefined || given === null) return undefined;
  const controller = new AbortController();
  if (given.aborted) controller.abort();
  else given.onabort = () => controller.abort();
  return controller.signal;
}
