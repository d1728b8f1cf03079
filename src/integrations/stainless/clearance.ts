import { UnguardedRequestError } from "../../errors.ts";
import type { Route } from "../../providers/provider.ts";
import type { RequestOptions } from "./client-shape.ts";
import { isSentAsItIs } from "./request-body.ts";

/**
 * Marks a call's options, and what is built from them, with what may be sent. Copied by spreading.
 */
export const CLEARANCE = Symbol("guarded-model-client.clearance");

/** Decides what a call may send. */
export interface Approver {
  /** @throws UnguardedRequestError for a body with text that was not approved. */
  assertApproved(body: unknown): void;
}

/** A request just before the client's `fetch`. */
export interface BuiltRequest {
  readonly method?: string | undefined;
  readonly body?: unknown;
}

/** What a clearance is issued for. */
export interface Cleared {
  readonly route: Route;
  readonly approver: Approver;
  /** Paths by which clients for other platforms replace the route's path. */
  readonly platformPaths: RegExp | undefined;
}

/**
 * What one call may send. The client builds the request of each attempt after the guard was asked,
 * with methods that an app can override: the result is compared with this.
 */
export class Clearance {
  readonly #cleared: Cleared;
  #sent: unknown = undefined;
  #text: unknown = undefined;
  /** Why the call was refused, kept because the client wraps the error or retries. */
  refusal: UnguardedRequestError | undefined = undefined;

  constructor(cleared: Cleared) {
    this.#cleared = cleared;
  }

  /** The clearance in options or in a request, if any. */
  static of(holder: object | null | undefined): Clearance | undefined {
    return (holder as { [CLEARANCE]?: Clearance } | null | undefined)?.[CLEARANCE];
  }

  /**
   * Records what is approved for the next attempt. As text, because the app may still change an
   * object, and because the client produces the very same text: comparing strings is cheaper than
   * parsing the body.
   *
   * @throws UnguardedRequestError for a call that was refused before: it is not retried.
   */
  seal(options: RequestOptions): void {
    if (this.refusal !== undefined) throw this.refusal;
    this.#sent = options.body;
    this.#text = textOf(options.body);
    // The client spreads these over the request it builds, so that the request carries it whoever
    // prepares it.
    options.fetchOptions = Object.assign(options.fetchOptions ?? {}, { [CLEARANCE]: this });
  }

  /** Drops the text, which may be large, as soon as there is a response. */
  release(): void {
    this.#sent = undefined;
    this.#text = undefined;
  }

  /** @throws UnguardedRequestError for a request that is not what was approved. */
  check(url: string, { method, body }: BuiltRequest): void {
    if (!this.#isRoute(url, method)) {
      this.refusal = new UnguardedRequestError(MOVED);
      throw this.refusal;
    }
    if (!body) return;
    if (!this.#isApproved(body)) this.#read(body);
    // The same request is checked again when it is sent: keeping this string makes that a
    // comparison by identity.
    if (typeof body === "string") this.#text = body;
  }

  #isApproved(body: unknown): boolean {
    if (body === this.#text) return true;
    if (typeof this.#sent !== "string") return false;
    // A string as request, which some clients serialize as JSON a second time.
    return body === this.#sent || body === JSON.stringify(this.#sent);
  }

  #isRoute(url: string, given: string | undefined): boolean {
    const { route, platformPaths } = this.#cleared;
    const method = given ?? "GET";
    if (method !== route.method && method.toUpperCase() !== route.method) return false;
    const end = url.search(/[?#]/);
    if ((end === -1 ? url : url.slice(0, end)).endsWith(route.path)) return true;
    const path = asFetched(url);
    if (path === undefined) return false;
    // Characters that are invalid in a URL are escaped when it is fetched.
    return platformPaths?.test(path) || path.endsWith(asFetched(route.path) ?? route.path);
  }

  #read(body: unknown): void {
    try {
      this.#cleared.approver.assertApproved(body);
    } catch (error) {
      if (error instanceof UnguardedRequestError) this.refusal = error;
      throw error;
    }
  }

  /** The client logs options in debug mode; the prompt must not appear there. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[cleared]";
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** The path that is actually fetched for an address; undefined if it is invalid. */
function asFetched(address: string): string | undefined {
  const base = "http://somewhere.invalid";
  return URL.canParse(address, base) ? new URL(address, base).pathname : undefined;
}

const MOVED =
  "The client would send the request to another route than the one it was approved for; it was not sent. Change the route before the request is made.";

/** The text that the client sends for a body; undefined for a body that is sent as it is. */
function textOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer || isSentAsItIs(body)) {
    return undefined;
  }
  try {
    return JSON.stringify(body);
  } catch {
    // A body that is not JSON is left for the client to reject.
    return undefined;
  }
}
