import type { GivenAnswer, ReceivedRequest } from "../../../src/local/index.ts";
import { connectionOf, type StrictConnection } from "./strict-connections.ts";
import { idIn, objectOf } from "./strict-fields.ts";

/** What has been seen of one lifecycle so far. */
export interface StrictLifecycle {
  /** Guard request bodies, in order of arrival. */
  readonly guards: Readonly<Record<string, unknown>>[];
  /** The guard's responses, as far as they were sent. */
  readonly verdicts: Readonly<Record<string, unknown>>[];
  readonly ingests: Readonly<Record<string, unknown>>[];
  readonly ingestStatuses: number[];
  readonly finalizes: Readonly<Record<string, unknown>>[];
  readonly finalizeStatuses: number[];
  /** Endpoints whose last response may have been lost, because its connection was just cut. */
  readonly doubtful: Set<string>;
  /** The connections of the last acknowledgements, by endpoint. */
  readonly connections: Map<string, StrictConnection | undefined>;
}

/** A request that a client should not have sent, unless it could not read an acknowledgement. */
export interface Repeat {
  readonly breach: string;
  readonly answeredOn: StrictConnection | undefined;
}

/** A repeat, if the client must have read the acknowledgement of an endpoint. */
export function* repeat(
  breach: string,
  lifecycle: StrictLifecycle,
  endpoint: string,
): Generator<Repeat> {
  const answeredOn = lifecycle.connections.get(endpoint);
  if (lifecycle.doubtful.has(endpoint) || answeredOn?.isGivenUp) return;
  yield { breach, answeredOn };
}

/**
 * How recent a response must be to count as possibly lost when connections are cut, in
 * milliseconds: a busy machine reads late.
 */
const ON_THEIR_WAY_MS = 1_000;

/** Maximum number of responses remembered for that. */
const LATELY = 2_000;

/** Everything that has been seen, by lifecycle, or the most recent part of it. */
export class StrictLedger {
  readonly #lifecycles = new Map<string, StrictLifecycle>();
  readonly #maxLifecycles: number;
  #lately: {
    readonly lifecycle: StrictLifecycle;
    readonly endpoint: string;
    readonly at: number;
  }[] = [];

  constructor(maxLifecycles: number = Number.POSITIVE_INFINITY) {
    this.#maxLifecycles = maxLifecycles;
  }

  of(id: string): StrictLifecycle {
    const known = this.#lifecycles.get(id);
    if (known !== undefined) return known;
    const fresh: StrictLifecycle = {
      guards: [],
      verdicts: [],
      ingests: [],
      ingestStatuses: [],
      finalizes: [],
      finalizeStatuses: [],
      doubtful: new Set(),
      connections: new Map(),
    };
    this.#lifecycles.set(id, fresh);
    if (this.#lifecycles.size > this.#maxLifecycles) {
      const [oldest] = this.#lifecycles.keys();
      if (oldest !== undefined) this.#lifecycles.delete(oldest);
    }
    return fresh;
  }

  /** Records a checked request. */
  asked(request: ReceivedRequest): void {
    const lifecycle = this.of(lifecycleIdOf(request));
    const body = objectOf(request.body);
    if (request.endpoint === "guard") lifecycle.guards.push(body);
    if (request.endpoint === "ingest") lifecycle.ingests.push(body);
    if (request.endpoint === "finalize") lifecycle.finalizes.push(body);
  }

  /**
   * Records a response on its way to the client. One that a fault keeps from the client does not
   * count.
   */
  answered(request: ReceivedRequest, answer: GivenAnswer): void {
    if (answer.status === undefined) return;
    const lifecycle = this.of(lifecycleIdOf(request));
    this.#remember(lifecycle, request.endpoint ?? "");
    if (request.endpoint === "guard") lifecycle.verdicts.push(objectOf(answer.body));
    if (request.endpoint === "ingest" && provesIngest(request, answer)) {
      lifecycle.ingestStatuses.push(answer.status);
      if (answer.status === 409 || answer.status === 200) this.#acknowledge(lifecycle, request);
    }
    if (request.endpoint === "finalize" && provesFinalize(answer)) {
      lifecycle.finalizeStatuses.push(answer.status);
      if (answer.status === 200) this.#acknowledge(lifecycle, request);
    }
  }

  /** All connections were cut: the most recent responses may have been lost. */
  cut(): void {
    const since = performance.now() - ON_THEIR_WAY_MS;
    for (const { lifecycle, endpoint, at } of this.#lately.splice(0)) {
      if (at >= since) lifecycle.doubtful.add(endpoint);
    }
  }

  #acknowledge(lifecycle: StrictLifecycle, request: ReceivedRequest): void {
    lifecycle.connections.set(request.endpoint ?? "", connectionOf(request.headers));
  }

  #remember(lifecycle: StrictLifecycle, endpoint: string): void {
    lifecycle.doubtful.delete(endpoint);
    this.#lately.push({ lifecycle, endpoint, at: performance.now() });
    if (this.#lately.length > LATELY) this.#lately = this.#lately.slice(-LATELY / 2);
  }
}

/** The id that ties a request to its lifecycle. */
export function lifecycleIdOf(request: ReceivedRequest): string {
  return idIn(request.body, request.endpoint === "ingest" ? "event_id" : "client_event_id");
}

// A 200 that proves nothing, or is about another event, does not count: the client may retry.
function provesIngest(request: ReceivedRequest, { status, body }: GivenAnswer): boolean {
  if (status !== 200) return true;
  const stored = idIn(body, "event_id") || lifecycleIdOf(request);
  return objectOf(body).success === true && stored === lifecycleIdOf(request);
}

function provesFinalize({ status, body }: GivenAnswer): boolean {
  return status !== 200 || objectOf(body).success === true;
}
