import type { OpenStream } from "../../lifecycle/active-calls.ts";
import { ApprovedLifecycle } from "../../lifecycle/approved-lifecycle.ts";
import { observeResponse } from "../../lifecycle/fetch/observed-response.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { type Prepared, prepare } from "../../lifecycle/prepare.ts";
import { answered } from "../../lifecycle/report/answered.ts";
import { type Ending, report } from "../../lifecycle/report/report.ts";
import { reportFailure } from "../../lifecycle/report/report-failure.ts";
import { StreamReport } from "../../lifecycle/stream/stream-report.ts";
import type { Answer, AnswerCollector, AnyCodec } from "../../providers/provider.ts";
import { WireCollector } from "../../providers/stream/wire-collector.ts";
import type { Approver } from "./clearance.ts";
import type { RequestOptions, ResponseProps } from "./client-shape.ts";
import {
  assertOneBody,
  type RequestBody,
  readRequestBody,
  refuseUnapproved,
} from "./request-body.ts";
import { type ObservedSdkStream, observeSdkStream } from "./sdk-stream.ts";

/**
 * Marks the options of an admitted call. An own property, because the SDK copies options by
 * spreading.
 */
export const ADMISSION = Symbol("guarded-model-client.admission");

/** Shared by all calls, because own accessors would give each object its own hidden class. */
const ARMED_RESPONSE: PropertyDescriptor & ThisType<ResponseProps> = {
  enumerable: true,
  configurable: true,
  get() {
    return admissionOf(this.options)?.response;
  },
  set(replacement: Response) {
    admissionOf(this.options)?.replace(replacement);
  },
};

/** The admission in a call's options, if any. */
export function admissionOf(options: object): Admission | undefined {
  return (options as { [ADMISSION]?: Admission })[ADMISSION];
}

/**
 * One admitted call: all its attempts, and reading its answer. Until the answer is read it is an
 * open stream, which ends as cancelled if it is abandoned.
 */
export class Admission implements OpenStream, Approver {
  readonly #gate: Gate;
  readonly #approval: Approval;
  readonly #codec: AnyCodec;
  readonly #concealing: boolean;
  readonly #sent: unknown;
  readonly waiting = false;
  readonly activity = 0;
  #claimed = false;
  /** The SDK's own properties. */
  #props: ResponseProps | undefined = undefined;
  #armed: ResponseProps | undefined = undefined;
  #observed: Response | undefined = undefined;
  #stream: ObservedSdkStream | undefined = undefined;
  #watchesBytes = false;

  constructor(parts: {
    readonly gate: Gate;
    readonly approval: Approval;
    readonly codec: AnyCodec;
    readonly concealing: boolean;
    /** The body as it was passed to the SDK. */
    readonly sent: unknown;
  }) {
    this.#gate = parts.gate;
    this.#approval = parts.approval;
    this.#codec = parts.codec;
    this.#concealing = parts.concealing;
    this.#sent = parts.sent;
  }

  /**
   * Allows another attempt. The app's own hook runs before each attempt and may have changed the
   * options since the guard was asked; the guard is not asked again.
   *
   * @throws UnguardedRequestError if they contain anything that was not approved.
   */
  readmit(options: RequestOptions): void {
    // Each property is read once, as for the first attempt: a getter may return something else
    // later.
    if (options.fetchOptions !== undefined) options.fetchOptions = { ...options.fetchOptions };
    assertOneBody(options.fetchOptions);
    const given = options.body;
    if (this.#isSent(given)) return;
    const { body, prepared } = this.#read(given);
    // Forms stay the same object, because the SDK recognizes it by identity and its boundary is in
    // the headers.
    if (given instanceof FormData) return;
    // A copy, because the app may still hold the object that was just read.
    options.body = body.sent(prepared.copy, false);
  }

  /** @throws UnguardedRequestError for a built body with text that was not approved. */
  assertApproved(body: unknown): void {
    if (!this.#isSent(body)) this.#read(body);
  }

  #read(given: unknown): { readonly body: RequestBody; readonly prepared: Prepared<unknown> } {
    const body = readRequestBody(given, this.#codec.takesForms);
    const prepared = prepare(this.#codec, body.request);
    const approved = new ApprovedLifecycle(this.#gate, this.#approval);
    if (!approved.approves(prepared.prompt)) refuseUnapproved();
    return { body, prepared };
  }

  /** Whether it is exactly what was sent, and immutable or not readable twice. */
  #isSent(body: unknown): boolean {
    if (body !== this.#sent) return false;
    return (
      typeof body === "string" || (this.#codec.takesForms === true && ArrayBuffer.isView(body))
    );
  }

  /** The SDK gave up; its own error reaches the app unchanged. */
  fail(error: unknown, cancelled: boolean): Promise<void> {
    return reportFailure(this.#gate, this.#approval.record, { error, cancelled });
  }

  /**
   * The properties for everything except the SDK's own parsing: reading `response` from these
   * starts observing it, and costs nothing otherwise. A copy, because V8 turns an object into a
   * slow dictionary when an existing field becomes an accessor, but not when one is added.
   */
  arm(props: ResponseProps): ResponseProps {
    this.#props = props;
    this.#gate.services.active.watch(this);
    const { response: _, ...rest } = props;
    this.#armed = Object.defineProperty(rest, "response", ARMED_RESPONSE) as ResponseProps;
    return this.#armed;
  }

  /** The properties for everything except the SDK's own parsing. */
  armed(props: ResponseProps): ResponseProps {
    return this.#armed ?? props;
  }

  /** The properties for the SDK's own parsing, which is not observed. */
  unarmed(props: ResponseProps): ResponseProps {
    return this.#props ?? props;
  }

  /** The `response` of the armed properties. */
  get response(): Response | undefined {
    const props = this.#props;
    if (props === undefined) return undefined;
    // A client of major 7 replaces the response when it retries after a stalled body.
    if (this.#observed !== props.response) this.#observed = this.#observe(props.response, props);
    return this.#observed;
  }

  replace(response: Response): void {
    if (this.#props !== undefined) this.#props.response = response;
  }

  /** Parses the answer as the SDK does, and reports it. */
  async parse(
    armed: ResponseProps,
    read: (props: ResponseProps) => Promise<unknown>,
  ): Promise<unknown> {
    this.#claim();
    const props = this.unarmed(armed);
    let value: unknown;
    try {
      value = await read(props);
    } catch (error) {
      // Not the controller's signal, because the SDK aborts that for its timeouts as well.
      await this.fail(error, props.options.signal?.aborted === true);
      throw error;
    }
    return this.#receive(props, value);
  }

  #receive(props: ResponseProps, value: unknown): unknown | Promise<unknown> {
    // For audio and files, the SDK returns the response itself, which the app reads.
    if (isResponse(value)) return this.#readable(value, props);
    const { record } = this.#approval;
    attachLifecycle(value, record.view);
    const restoration = record.masking?.restoration;
    const restored = props.options.stream === true ? restoration?.stream(this.#codec) : undefined;
    if (props.options.stream === true) {
      this.#stream = observeSdkStream(value, {
        controller: props.controller,
        report: this.#streamReport(restored?.collector),
        restored,
        active: this.#gate.services.active,
        conceal: this.#concealing ? this.#codec.streamUsage?.conceal : undefined,
        lifecycle: record.view,
      });
      // The app may read the bytes of a response it took earlier; those are observed already.
      if (this.#watchesBytes) this.#stream?.leave();
      return value;
    }
    const stored = report(this.#gate, record, this.#completed(props, value))?.stored;
    const shown = restoration?.answer(this.#codec, value) ?? value;
    if (shown !== value) attachLifecycle(shown, record.view);
    return stored === undefined ? shown : stored.then(() => shown);
  }

  /** The app may have taken the same response earlier, and read it. */
  #readable(raw: Response, props: ResponseProps): Response {
    if (this.#watchesBytes && raw === this.#observed) return raw;
    return this.#observe(raw, props, true);
  }

  #completed(props: ResponseProps, value: unknown): Ending {
    return answered(() =>
      typeof value === "string"
        ? this.#readText(props, value)
        : this.#answerCodec.readAnswer(value),
    );
  }

  /** Reads answers as the provider sent them. */
  get #answerCodec(): AnyCodec {
    return this.#approval.record.masking?.observing(this.#codec) ?? this.#codec;
  }

  /** The SDK returns a string for content types it does not know, which may be JSON or a stream. */
  #readText({ response }: ResponseProps, text: string): Answer {
    const collector = new WireCollector(this.#answerCodec, response.headers.get("content-type"));
    collector.push(new TextEncoder().encode(text));
    return collector.answer();
  }

  #streamReport(collector: AnswerCollector<unknown> | undefined): StreamReport<unknown> {
    return new StreamReport({
      gate: this.#gate,
      record: this.#approval.record,
      collector: collector ?? this.#answerCodec.collectAnswer(),
    });
  }

  /** The answer was never read. */
  abandon(): void {
    this.#claim();
    const cancelled = { outcome: "cancelled", answer: { output: "" } } as const;
    // Undefined if it was reported when the client closed: what is answered since is the app's.
    if (report(this.#gate, this.#approval.record, cancelled) === undefined) return;
    this.#props?.controller.abort();
  }

  #claim(): void {
    this.#claimed = true;
    this.#gate.services.active.unwatch(this);
  }

  #observe(raw: Response, props: ResponseProps, bodyIsOurs = !this.#claimed): Response {
    this.#claim();
    this.#watchesBytes = bodyIsOurs;
    const isStream = props.options.stream === true;
    return observeResponse(raw, {
      gate: this.#gate,
      record: this.#approval.record,
      codec: this.#codec,
      concealing: this.#concealing,
      bodyIsOurs,
      takeBody: isStream ? () => this.#takeBytes() : undefined,
      signal: props.controller.signal,
    });
  }

  /**
   * Whether the bytes are reported from now on, because nobody has begun to read chunks. While the
   * SDK still makes the stream, another promise of the same answer may read them (Anthropic's
   * threads, if a tracing library awaits their calls): the stream leaves the report to them then.
   */
  #takeBytes(): boolean {
    if (this.#watchesBytes) return false;
    this.#watchesBytes = this.#stream?.leave() ?? true;
    return this.#watchesBytes;
  }

  /** The SDK logs options in debug mode; the prompt must not appear there. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[guarded]";
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** By its shape, because the client's `fetch` may have its own class. */
function isResponse(value: unknown): value is Response {
  const { headers, arrayBuffer } = (value ?? {}) as { headers?: unknown; arrayBuffer?: unknown };
  return typeof headers === "object" && headers !== null && typeof arrayBuffer === "function";
}
