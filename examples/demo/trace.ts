import type { Endpoint, ReceivedRequest } from "../../src/local/index.ts";

/** A request to the data plane; times are monotonic milliseconds. */
export interface TracedRequest {
  readonly endpoint: Endpoint | undefined;
  readonly body: unknown;
  readonly arrivedAt: number;
  answeredAt: number | undefined;
}

/** Notes what goes by at the data plane. */
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

  /** Requests to one endpoint since the last `clear`, in the order of arrival. */
  to(endpoint: Endpoint): readonly TracedRequest[] {
    return [...this.#requests.values()].filter((traced) => traced.endpoint === endpoint);
  }

  clear(): void {
    this.#requests.clear();
  }
}
