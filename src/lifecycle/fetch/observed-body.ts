import { hide } from "../../base/hide.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import type { Lifecycle } from "../../types.ts";
import type { ActiveCalls } from "../active-calls.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import type { StreamReport } from "../stream/stream-report.ts";
import { WHOLE_READERS } from "./before-reading.ts";
import { type BodySource, bodySource } from "./body-source.ts";
import { BodyWatch } from "./body-watch.ts";
import { passThrough } from "./pass-through.ts";

/** What {@link observeBody} needs. */
export interface ObservedBodyParts {
  readonly response: Response;
  readonly report: StreamReport<Uint8Array>;
  /** Set if chunks that only we requested must be removed. */
  readonly conceal: AnyCodec | undefined;
  /** Set if placeholders are replaced by the original values. */
  readonly restorer: BodyRestorer | undefined;
  readonly active: ActiveCalls;
  readonly lifecycle: Lifecycle;
  /** The request's signal. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Replaces every way of reading `response`, so that all of them are observed. The object stays the
 * same.
 */
export function observeBody(parts: ObservedBodyParts): void {
  const source = bodySource(parts.response);
  if (source === undefined) parts.report.end({ outcome: "complete" });
  else new ObservedBody(parts, source).install();
}

/** The replaced reading methods of one response. */
class ObservedBody {
  readonly #parts: ObservedBodyParts;
  readonly #watch: BodyWatch;
  /**
   * A response with the observed stream as body: implements reading, cloning and errors like any
   * other.
   */
  #inner: Response | undefined = undefined;
  readonly #shown: BodySource["shown"];
  readonly #used: BodySource["used"];
  #body: unknown;

  constructor(parts: ObservedBodyParts, { stream: source, shown, used }: BodySource) {
    const { response, report, active, lifecycle, signal } = parts;
    this.#parts = parts;
    this.#shown = shown;
    this.#used = used;
    this.#watch = new BodyWatch({ source, report, active, lifecycle, signal });
    this.#watch.endWith(response);
  }

  install(): void {
    const { response } = this.#parts;
    if (this.#shown !== undefined) defineGetter(response, "body", () => this.#openBody());
    const isUsed = () => this.#inner?.bodyUsed ?? (this.#isGone && isUsedItself(response));
    defineGetter(response, "bodyUsed", isUsed);
    for (const name of WHOLE_READERS) {
      const own = response[name];
      if (typeof own !== "function") continue;
      hide(response, name, () => (this.#isGone ? own.call(response) : this.#open()[name]()));
    }
    hide(response, "clone", () => this.#clone());
  }

  /**
   * Whether it was aborted before anybody read it, so that its event exists already. The runtime's
   * own methods then throw their own error, whatever the signal's reason, where a stream would
   * throw that reason.
   */
  get #isGone(): boolean {
    const { signal, conceal, restorer } = this.#parts;
    if (this.#inner !== undefined || signal?.aborted !== true) return false;
    return conceal === undefined && restorer === undefined;
  }

  #open(): Response {
    if (this.#inner !== undefined) return this.#inner;
    const { response, conceal, restorer } = this.#parts;
    const stream = passThrough({ watch: this.#watch, conceal, restorer, owner: response });
    // The only header that the reading methods use.
    const type = response.headers?.get("content-type") ?? null;
    this.#inner = new Response(stream, type === null ? {} : { headers: { "content-type": type } });
    return this.#inner;
  }

  #openBody(): unknown {
    const isUsed = this.#isGone || this.#inner?.body?.locked;
    if (this.#body === undefined && isUsed) this.#body = this.#used?.();
    if (this.#body !== undefined) return this.#body;
    const { body } = this.#open();
    this.#body = body && this.#shown?.(body);
    return this.#body;
  }

  /** Both copies share one report; the bytes are observed once, before the copies split. */
  #clone(): Response {
    const copy = this.#copyWith(this.#open().clone());
    // Copying has split the body; the one shown so far is locked from now on.
    this.#body = undefined;
    return copy;
  }

  #copyWith(inner: Response): Response {
    const { response, lifecycle } = this.#parts;
    const { status, statusText, headers } = response;
    const copy = new Response(inner.body, { status, statusText, headers });
    for (const name of ["url", "redirected", "type"] as const) {
      const value = response[name];
      defineGetter(copy, name, () => value);
    }
    const { clone } = copy;
    hide(copy, "clone", () => this.#copyWith(clone.call(copy)));
    attachLifecycle(copy, lifecycle);
    return copy;
  }
}

/**
 * The runtime's own `bodyUsed`: since Node.js 24 it is also true for a body that could not be read.
 */
function isUsedItself(response: Response): boolean {
  const kind: object = Object.getPrototypeOf(response) ?? {};
  return Reflect.get(kind, "bodyUsed", response) === true;
}

function defineGetter(target: object, name: string, get: () => unknown): void {
  Object.defineProperty(target, name, { get, enumerable: false, configurable: true });
}
