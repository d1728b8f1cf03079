import { toAbortSignal } from "../../base/join-signals.ts";
import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { Cancellation } from "../../lifecycle/cancellation.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import type { SendOptions } from "./client-shape.ts";

/** One command being sent, and what cancels it, from the app's side and from the guard's. */
export class Sending {
  /** The options that the app called `send` with. */
  readonly options: SendOptions | undefined;
  /** The app's signal. */
  readonly own: AbortSignal | undefined;
  /** The client is called with its signal. Also aborts when the app stops reading. */
  readonly cancellation: Cancellation;
  /** Whether the result is a stream, which outlives the sending. */
  isOpen = false;
  /** Whether a middleware chain was combined for it. */
  isBound = false;
  readonly #active: ActiveCalls;
  #reservation: Reservation | undefined = undefined;
  #others: Cancellation | undefined = undefined;

  constructor(options: SendOptions | undefined, active: ActiveCalls) {
    this.#active = active;
    const own = options?.abortSignal;
    this.options = options;
    this.own = toAbortSignal(own);
    this.cancellation = new Cancellation(this.own);
  }

  /** Called when it starts. `settle` must be called in any case. */
  announce(): void {
    this.#reservation = this.#active.reserve();
  }

  /** The reservation of one command. Middleware may send several commands, each with its own. */
  takeReservation(): Reservation {
    const reservation = this.#reservation ?? this.#active.reserve();
    this.#reservation = undefined;
    return reservation;
  }

  /** From now on, `signal` cancels it too. */
  follow(signal: AbortSignal | undefined): void {
    if (signal === undefined || signal === this.own) return;
    const others = new Cancellation(signal);
    this.#others = others;
    const abort = (): void => this.cancellation.abort(others.signal.reason);
    if (others.aborted) abort();
    else others.signal.addEventListener("abort", abort, { once: true });
  }

  /** The client has answered. Disposes it unless a stream continues. */
  settle(): void {
    this.#active.release(this.#reservation);
    if (!this.isOpen) this.dispose();
  }

  /** The command is over: removes listeners from signals that the app keeps. */
  dispose(): void {
    this.cancellation.dispose();
    this.#others?.dispose();
  }
}
