import { restorerFor, watchBody } from "../../lifecycle/fetch/watched-body.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { reportFailure } from "../../lifecycle/report/report-failure.ts";
import type { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { Lifecycle } from "../../types.ts";

/** Marks the request of an admitted call on its way to the attempts. */
export const ADMISSION = Symbol("guarded-model-client.google-admission");

/** Parameters of an admission. */
interface AdmissionParts {
  readonly gate: Gate;
  readonly approval: Approval;
  readonly codec: AnyCodec;
  readonly signal: AbortSignal | undefined;
}

/** One logical call that was admitted: all its attempts, and the reading of its answer. */
export class Admission {
  readonly #parts: AdmissionParts;
  #report: StreamReport<Uint8Array> | undefined = undefined;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get lifecycle(): Lifecycle {
    return this.#parts.approval.record.view;
  }

  /** Observes an answer in place. An error response is reported by the client's error. */
  observe(response: Response): void {
    if (!response.ok) return;
    const { gate, approval, codec, signal } = this.#parts;
    const { record } = approval;
    attachLifecycle(response, record.view);
    const type = response.headers.get("content-type");
    const restorer = restorerFor({ record, codec }, type);
    const watched = { gate, record, codec, type, concealing: false, restorer, signal };
    this.#report = watchBody(response, watched);
  }

  /**
   * The call failed, or the reading of its answer. The client's own error reaches the app
   * unchanged.
   */
  async fail(error: unknown): Promise<void> {
    const { gate, approval, signal } = this.#parts;
    const { record } = approval;
    const cancelled = signal?.aborted === true;
    if (this.#report === undefined) return reportFailure(gate, record, { error, cancelled });
    attachLifecycle(error, record.view);
    await this.#report.end({ outcome: cancelled ? "cancelled" : "error", error });
  }

  /** In debug mode, the client prints its arguments, which must not show the prompt. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[guarded]";
  }
}
