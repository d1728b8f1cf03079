import type { Endpoint, ReceivedRequest } from "../../src/local/index.ts";

/** A request to the data plane; times are in monotonic milliseconds. */
export interface TracedRequest {
  readonly endpoint: Endpoint | undefined;
  readonly body: unknown;
  readonly arrivedAt: number;
  answeredAt: number | undefined;
}

/** Records the requests to the data plane. */
export class PlaneTrace {
  readonly #requests = new Map<ReceivedRequest, TracedRequest>();

  arrived(request: ReceivedRequest): void {
    this.#requests.set(request, {
      endpoint: request.endpoint,
      body: request.body,
      arrivedAt: performance.now(),
      answeredAt: undefined,
    });
  }

  answered(request: ReceivedRequest): void {
    const traced = this.#requests.get(request);
    if (traced !== undefined) traced.answeredAt = performance.now();
  }

  /** Requests to one endpoint since the last `clear`, in order of arrival. */
  to(endpoint: Endpoint): readonly TracedRequest[] {
    return [...this.#requests.values()].filter((traced) => traced.endpoint === endpoint);
  }

  clear(): void {
    this.#requests.clear();
  }
}
