import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { Cancellation } from "../../lifecycle/cancellation.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import type { SendOptions } from "./client-shape.ts";

/** One command on its way: what ends it, from the app's side and from ours. */
export class Sending {
  /** What the app called `send` with. */
  readonly options: SendOptions | undefined;
  /** The app's signal. */
  readonly own: AbortSignal | undefined;
  /** Its signal is what the client is called with. Aborts when nobody reads on, too. */
  readonly cancellation: Cancellation;
  /** Whether a stream came of it, which outlives the sending. */
  isOpen = false;
  /** Whether a chain of middleware was put together for it. */
  isBound = false;
  readonly #active: ActiveCalls;
  #reservation: Reservation | undefined = undefined;
  #others: Cancellation | undefined = undefined;

  constructor(options: SendOptions | undefined, active: ActiveCalls) {
    this.#active = active;
    const own = options?.abortSignal;
    this.options = options;
    this.own = own instanceof AbortSignal ? own : toAbortSignal(own);
    this.cancellation = new Cancellation(this.own);
  }

  /** As it begins. To be settled in any case. */
  announce(): void {
    this.#reservation = this.#active.reserve();
  }

  /** The reservation of one command; middleware may send several, and each has its own. */
  takeReservation(): Reservation {
    const reservation = this.#reservation ?? this.#active.reserve();
    this.#reservation = undefined;
    return reservation;
  }

  /** From here on it is cancelled by `signal` as well. */
  follow(signal: AbortSignal | undefined): void {
    if (signal === undefined || signal === this.own) return;
    const others = new Cancellation(signal);
    this.#others = others;
    const abort = (): void => this.cancellation.abort(others.signal.reason);
    if (others.aborted) abort();
    else others.signal.addEventListener("abort", abort, { once: true });
  }

  /** The client has answered, and unless a stream goes on, that was all. */
  settle(): void {
    this.#active.release(this.#reservation);
    if (!this.isOpen) this.dispose();
  }

  /** The command is over: nothing is left behind on signals that the app keeps. */
  dispose(): void {
    this.cancellation.dispose();
    this.#others?.dispose();
  }
}

/** AWS's client also takes signals of its own making, which know nothing but `onabort`. */
interface LegacySignal {
  readonly aborted?: boolean;
  onabort?: unknown;
}

function toAbortSignal(given: LegacySignal | undefined): AbortSignal | undefined {
  if (given === undefined || given === null) return undefined;
  const controller = new AbortController();
  if (given.aborted) controller.abort();
  else given.onabort = () => controller.abort();
  return controller.signal;
}
