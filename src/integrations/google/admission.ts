import { observeBody } from "../../lifecycle/fetch/observed-body.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { report } from "../../lifecycle/report/report.ts";
import { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Lifecycle } from "../../types.ts";

/** Marks what an admitted call is sent with, on its way to the attempts. */
export const ADMISSION = Symbol("guarded-model-client.google-admission");

/** What an admission is made of. */
interface AdmissionParts {
  readonly gate: Gate;
  readonly approval: Approval;
  readonly codec: AnyCodec;
  readonly signal: AbortSignal | undefined;
}

/** One logical call that was let through: all its attempts, and the reading of its answer. */
export class Admission {
  readonly #parts: AdmissionParts;
  #report: StreamReport<Uint8Array> | undefined = undefined;

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  get lifecycle(): Lifecycle {
    return this.#parts.approval.record.view;
  }

  /** Has an answer watched in place; a refusal of the provider's is told by the client's error. */
  observe(response: Response): void {
    if (!response.ok) return;
    const { gate, approval, codec, signal } = this.#parts;
    const { record } = approval;
    const type = response.headers.get("content-type");
    const collector = new WireCollector(record.masking?.observing(codec) ?? codec, type);
    this.#report = new StreamReport({ gate, record, collector });
    attachLifecycle(response, record.view);
    observeBody({
      response,
      report: this.#report,
      conceal: undefined,
      restorer: record.masking?.restoration?.body(codec, type),
      active: gate.services.active,
      lifecycle: record.view,
      signal,
    });
  }

  /** The call or the reading of its answer failed: the client's own error reaches the app as it is. */
  async fail(error: unknown): Promise<void> {
    const { gate, approval, signal } = this.#parts;
    attachLifecycle(error, approval.record.view);
    const outcome = signal?.aborted ? "cancelled" : "error";
    if (this.#report !== undefined) await this.#report.end({ outcome, error });
    else await report(gate, approval.record, { outcome, answer: { output: "" }, error })?.stored;
  }

  /** The client prints what it is called with when it debugs; the prompt is not to be in there. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[guarded]";
  }
}
