import type { OpenStream } from "../../lifecycle/active-calls.ts";
import { observeResponse } from "../../lifecycle/fetch/observed-response.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import type { Approval } from "../../lifecycle/guard/approval.ts";
import { attachLifecycle } from "../../lifecycle/lifecycle-of.ts";
import { type Prepared, prepare } from "../../lifecycle/prepare.ts";
import { report } from "../../lifecycle/report/report.ts";
import { approves } from "../../lifecycle/run-in-lifecycle.ts";
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

/** Marks the options of an admitted call. An own property, because the SDK copies options by spreading. */
export const ADMISSION = Symbol("guarded-model-client.admission");

/** The same two functions for all calls: accessors of their own would give each its own shape. */
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

/** The admission of a call's options, once it has one. */
export function admissionOf(options: object): Admission | undefined {
  return (options as { [ADMISSION]?: Admission })[ADMISSION];
}

/**
 * One logical call that was let through: all its attempts, and the reading of its answer. Until
 * somebody reads that answer it is an open stream, which ends as cancelled when it is abandoned.
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
  /** The SDK's own. */
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
    /** The body as it was handed to the SDK. */
    readonly sent: unknown;
  }) {
    this.#gate = parts.gate;
    this.#approval = parts.approval;
    this.#codec = parts.codec;
    this.#concealing = parts.concealing;
    this.#sent = parts.sent;
  }

  /**
   * Lets another attempt go out. The app's own hook runs before each and may have written to the
   * options since the guard was asked; the lifecycle has room for no second question.
   *
   * @throws UnguardedRequestError when they say anything that was not approved.
   */
  readmit(options: RequestOptions): void {
    // Read once, as at first: what the hook has put there need not say the same the next time.
    if (options.fetchOptions !== undefined) options.fetchOptions = { ...options.fetchOptions };
    assertOneBody(options.fetchOptions);
    const given = options.body;
    if (this.#isSent(given)) return;
    const { body, prepared } = this.#read(given);
    // Forms stay: the SDK tells by the very object whose boundary stands in its headers.
    if (given instanceof FormData) return;
    const asItIs = { ...this.#approval, collapsed: undefined, rewritten: false };
    // A copy: whoever wrote to the options may still hold what was just read.
    options.body = body.sent(prepared.write(asItIs), false);
  }

  /** @throws UnguardedRequestError for a built body with words in it that were not approved. */
  assertApproved(body: unknown): void {
    if (!this.#isSent(body)) this.#read(body);
  }

  #read(given: unknown): { readonly body: RequestBody; readonly prepared: Prepared<unknown> } {
    const body = readRequestBody(given, this.#codec.takesForms);
    const prepared = prepare(this.#codec, body.request);
    if (!approves(this.#gate, this.#approval, prepared.prompt)) refuseUnapproved();
    return { body, prepared };
  }

  /** Whether it is what was approved, and of a kind that cannot be written to, or be read again. */
  #isSent(body: unknown): boolean {
    if (body !== this.#sent) return false;
    return (
      typeof body === "string" || (this.#codec.takesForms === true && ArrayBuffer.isView(body))
    );
  }

  /** The SDK gave up: its own error reaches the app as it is. */
  async fail(error: unknown, cancelled: boolean): Promise<void> {
    const { record } = this.#approval;
    attachLifecycle(error, record.view);
    const outcome = cancelled ? "cancelled" : "error";
    await report(this.#gate, record, { outcome, answer: { output: "" }, error })?.stored;
  }

  /**
   * The properties for everybody but the SDK's own parsing: whoever takes the response from these
   * has it observed, at no cost when nobody does. A copy, because V8 turns an object into a slow
   * dictionary when a field it has becomes an accessor, but not when an accessor is added.
   */
  arm(props: ResponseProps): ResponseProps {
    this.#props = props;
    this.#gate.services.active.watch(this);
    const { response: _, ...rest } = props;
    this.#armed = Object.defineProperty(rest, "response", ARMED_RESPONSE) as ResponseProps;
    return this.#armed;
  }

  /** The properties for whoever is not the SDK's own parsing. */
  armed(props: ResponseProps): ResponseProps {
    return this.#armed ?? props;
  }

  /** What the SDK parses: nothing that it takes from these is observed. */
  unarmed(props: ResponseProps): ResponseProps {
    return this.#props ?? props;
  }

  /** What is found under `response` of the armed properties. */
  get response(): Response | undefined {
    const props = this.#props;
    if (props === undefined) return undefined;
    // A major-7 client replaces the response when a stalled body makes it try again.
    if (this.#observed !== props.response) this.#observed = this.#observe(props.response, props);
    return this.#observed;
  }

  replace(response: Response): void {
    if (this.#props !== undefined) this.#props.response = response;
  }

  /** Reads the answer the SDK's way and reports what it says. */
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
      // The controller's own signal does not tell: the SDK aborts it for its timeouts as well.
      await this.fail(error, props.options.signal?.aborted === true);
      throw error;
    }
    return this.#receive(props, value);
  }

  #receive(props: ResponseProps, value: unknown): unknown | Promise<unknown> {
    // Sound and files: the SDK hands over the response itself, for the app to read.
    if (isResponse(value)) return this.#observe(value, props, true);
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
      // Whoever took the response before may read its bytes, which are watched already.
      if (this.#watchesBytes) this.#stream?.leave();
      return value;
    }
    const stored = report(this.#gate, record, this.#completed(props, value))?.stored;
    const shown = restoration?.answer(this.#codec, value) ?? value;
    if (shown !== value) attachLifecycle(shown, record.view);
    return stored === undefined ? shown : stored.then(() => shown);
  }

  #completed(props: ResponseProps, value: unknown): Parameters<typeof report>[2] {
    try {
      const answer =
        typeof value === "string"
          ? this.#readText(props, value)
          : this.#answerCodec.readAnswer(value);
      return { outcome: answer.failed ? "error" : "complete", answer };
    } catch {
      const answer = { output: "" };
      return { outcome: "complete", answer, withheld: "answer_unreadable" };
    }
  }

  /** Reads answers as their provider sent them. */
  get #answerCodec(): AnyCodec {
    return this.#approval.record.masking?.observing(this.#codec) ?? this.#codec;
  }

  /** The SDK gives text for what it does not know to be JSON or a stream; it may be either. */
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

  /** Nobody read the answer. */
  abandon(): void {
    this.#claim();
    report(this.#gate, this.#approval.record, { outcome: "cancelled", answer: { output: "" } });
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
      takeBody: isStream ? () => this.#stream?.leave() === true : undefined,
      signal: props.controller.signal,
    });
  }

  /** The SDK prints options when it debugs; the prompt is not to be in there. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[guarded]";
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** By its shape, because a client's `fetch` may bring a class of its own. */
function isResponse(value: unknown): value is Response {
  const { headers, arrayBuffer } = (value ?? {}) as { headers?: unknown; arrayBuffer?: unknown };
  return typeof headers === "object" && headers !== null && typeof arrayBuffer === "function";
}
