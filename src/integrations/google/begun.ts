import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import type { Lifecycle } from "../../types.ts";

/** Where parameters keep the call that they were given for. */
const BEGUN = Symbol("guarded-model-client.google-begun");

type Marked = object & { readonly [BEGUN]?: BegunCall };

/** What methods of models and chats take. */
interface Params {
  readonly config?: object | null | undefined;
}

/** A call of the app's, which the client may make several requests for. */
export class BegunCall {
  #reservation: Reservation | undefined;
  #lifecycle: Lifecycle | undefined = undefined;
  readonly #streams: object[] = [];

  constructor(reservation: Reservation) {
    this.#reservation = reservation;
  }

  /** The call that parameters were given for. */
  static of(params: object): BegunCall | undefined {
    const { config } = params as Params;
    return (config as Marked | null | undefined)?.[BEGUN] ?? (params as Marked)[BEGUN];
  }

  /**
   * Parameters by which this call is known. In their configuration where they have one: the client
   * copies all that is in there, and of the parameters only what it knows.
   */
  mark<P extends object>(params: P): P {
    const { config } = params as Params;
    if (config === undefined || config === null) return { ...params, [BEGUN]: this };
    return { ...params, config: { ...config, [BEGUN]: this } };
  }

  /** The reservation of its next request: the first takes the call's, later ones get their own. */
  takeReservation(active: ActiveCalls): Reservation {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    return reservation?.held ? reservation : active.reserve();
  }

  /** It is told by the lifecycle of its first request, and so are the streams that come of it. */
  tell(lifecycle: Lifecycle): void {
    if (this.#lifecycle !== undefined) return;
    this.#lifecycle = lifecycle;
    for (const stream of this.#streams) attachLifecycle(stream, lifecycle);
  }

  /** A stream may make its first request only when it is read. */
  opened(stream: object): void {
    if (this.#lifecycle === undefined) this.#streams.push(stream);
    else attachLifecycle(stream, this.#lifecycle);
  }
}
