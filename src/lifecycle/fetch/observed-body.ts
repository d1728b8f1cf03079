import type { AnyCodec } from "../../providers/provider.ts";
import type { BodyRestorer } from "../../providers/restore/restorer.ts";
import type { Lifecycle } from "../../types.ts";
import type { ActiveCalls } from "../active-calls.ts";
import { attachLifecycle } from "../lifecycle-of.ts";
import type { StreamReport } from "../stream/stream-report.ts";
import { type BodySource, bodySource } from "./body-source.ts";
import { BodyWatch } from "./body-watch.ts";
import { passThrough } from "./pass-through.ts";

/** What watching a body takes. */
export interface ObservedBodyParts {
  readonly response: Response;
  readonly report: StreamReport<Uint8Array>;
  /** Set when chunks that only we asked for must be taken out. */
  readonly conceal: AnyCodec | undefined;
  /** Set when the app gets originals for placeholders. */
  readonly restorer: BodyRestorer | undefined;
  readonly active: ActiveCalls;
  readonly lifecycle: Lifecycle;
  /** The request's signal. */
  readonly signal: AbortSignal | undefined;
}

/** The methods of a response that read it whole. `bytes` is newer than the oldest runtime we run on. */
const WHOLE_READERS = ["text", "json", "arrayBuffer", "blob", "bytes", "formData"] as const;

const collected = new FinalizationRegistry<BodyWatch>((watch) => watch.abandon());

/** Leads every way of reading `response` past its report. It stays the object it is. */
export function observeBody(parts: ObservedBodyParts): void {
  const source = bodySource(parts.response);
  if (source === undefined) parts.report.end({ outcome: "complete" });
  else new ObservedBody(parts, source).install();
}

/** The ways of reading one response. */
class ObservedBody {
  readonly #parts: ObservedBodyParts;
  readonly #watch: BodyWatch;
  /** A response around the observed stream: it reads, clones and refuses like any other. */
  #inner: Response | undefined = undefined;
  readonly #shown: BodySource["shown"];
  #body: unknown;

  constructor(parts: ObservedBodyParts, { stream: source, shown }: BodySource) {
    const { response, report, active, lifecycle, signal } = parts;
    this.#parts = parts;
    this.#shown = shown;
    this.#watch = new BodyWatch({ source, report, active, lifecycle, signal });
    collected.register(response, this.#watch);
  }

  install(): void {
    const { response } = this.#parts;
    if (this.#shown !== undefined) defineGetter(response, "body", () => this.#openBody());
    const isUsed = () => this.#inner?.bodyUsed ?? (this.#isGone && isUsedItself(response));
    defineGetter(response, "bodyUsed", isUsed);
    for (const name of WHOLE_READERS) {
      const own = response[name];
      if (typeof own !== "function") continue;
      define(response, name, () => (this.#isGone ? own.call(response) : this.#open()[name]()));
    }
    define(response, "clone", () => this.#clone());
  }

  /**
   * Aborted before anybody read it, which has its event already. The runtime's own ways of reading it
   * whole say so by an error of their own, whatever the reason was that a stream would break with.
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
    // The one header that the ways of reading look at.
    const type = response.headers?.get("content-type") ?? null;
    this.#inner = new Response(stream, type === null ? {} : { headers: { "content-type": type } });
    return this.#inner;
  }

  #openBody(): unknown {
    const { body } = this.#open();
    this.#body ??= body && this.#shown?.(body);
    return this.#body;
  }

  /** Both copies lead past the same report; the bytes are seen once, before they part. */
  #clone(): Response {
    return this.#copyWith(this.#open().clone());
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
    define(copy, "clone", () => this.#copyWith(clone.call(copy)));
    attachLifecycle(copy, lifecycle);
    return copy;
  }
}

/** What the runtime says of its own body: since Node.js 24, that one counts as used which could not be read. */
function isUsedItself(response: Response): boolean {
  const kind: object = Object.getPrototypeOf(response) ?? {};
  return Reflect.get(kind, "bodyUsed", response) === true;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    enumerable: false,
    configurable: true,
    writable: true,
  });
}

function defineGetter(target: object, name: string, get: () => unknown): void {
  Object.defineProperty(target, name, { get, enumerable: false, configurable: true });
}
