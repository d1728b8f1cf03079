import type { ActiveCalls } from "../../lifecycle/active-calls.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import type { Reservation } from "../../lifecycle/reservation.ts";
import type { Lifecycle } from "../../types.ts";

/** The property by which parameters refer to the call they were passed to. */
const BEGUN = Symbol("guarded-model-client.google-begun");

type Marked = object & { readonly [BEGUN]?: AppCall };

/** Parameters of methods of models and chats. */
interface Params {
  readonly config?: object | null | undefined;
}

/** One call of the app, for which the client may make several requests. */
export class AppCall {
  #reservation: Reservation | undefined;
  #lifecycle: Lifecycle | undefined = undefined;
  readonly #streams: object[] = [];

  constructor(reservation: Reservation) {
    this.#reservation = reservation;
  }

  /** The call that the parameters were passed to. */
  static of(params: object): AppCall | undefined {
    const { config } = params as Params;
    return (config as Marked | null | undefined)?.[BEGUN] ?? (params as Marked)[BEGUN];
  }

  /**
   * Returns parameters that refer to this call. The reference is in their configuration if they
   * have one: the client copies all of its properties, but only known properties of the parameters.
   */
  mark<P extends object>(params: P): P {
    const { config } = params as Params;
    if (config === undefined || config === null) return { ...params, [BEGUN]: this };
    return { ...params, config: { ...config, [BEGUN]: this } };
  }

  /**
   * The reservation of the next request: the first takes that of the call, later ones get their
   * own.
   */
  takeReservation(active: ActiveCalls): Reservation {
    const reservation = this.#reservation;
    this.#reservation = undefined;
    return reservation?.held ? reservation : active.reserve();
  }

  /** The lifecycle of the first request becomes that of the call and its streams. */
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
