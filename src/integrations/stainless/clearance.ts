import { UnguardedRequestError } from "../../errors.ts";
import type { Route } from "../../providers/provider.ts";
import type { RequestOptions } from "./client-shape.ts";
import { isSentAsItIs } from "./request-body.ts";

/** Marks options of a call, and what is built of them, with what may be sent. Copied by spreading. */
export const CLEARANCE = Symbol("guarded-model-client.clearance");

/** Who knows what a call may say. */
export interface Approver {
  /** @throws UnguardedRequestError for a body that says what was not approved. */
  assertApproved(body: unknown): void;
}

/** A request as it stands before the client's `fetch`. */
export interface BuiltRequest {
  readonly method?: string | undefined;
  readonly body?: unknown;
}

/** What a clearance is given for. */
export interface Cleared {
  readonly route: Route;
  readonly approver: Approver;
  /** Paths that clients for other platforms put in the place of the route's own. */
  readonly platformPaths: RegExp | undefined;
}

/**
 * What one call may send. A client's own methods build the request of each attempt after the guard
 * has been asked, and an app can override every one of them: what comes out is held to this.
 */
export class Clearance {
  readonly #cleared: Cleared;
  #sent: unknown = undefined;
  #text: unknown = undefined;
  /** Why the call was refused, where the client would wrap the error or try again. */
  refusal: UnguardedRequestError | undefined = undefined;

  constructor(cleared: Cleared) {
    this.#cleared = cleared;
  }

  /** The clearance of options or of a request, once there is one. */
  static of(holder: object | null | undefined): Clearance | undefined {
    return (holder as { [CLEARANCE]?: Clearance } | null | undefined)?.[CLEARANCE];
  }

  /**
   * Takes down what is approved for the next attempt. As text, because whoever holds the options
   * can still write to an object, and because the client builds the very same text of it: two
   * strings are compared where a body would have to be parsed.
   *
   * @throws UnguardedRequestError for a call that was refused before: it is not tried again.
   */
  seal(options: RequestOptions): void {
    if (this.refusal !== undefined) throw this.refusal;
    this.#sent = options.body;
    this.#text = textOf(options.body);
    // The client spreads these over what it builds, so that the request has it whoever prepares it.
    options.fetchOptions = Object.assign(options.fetchOptions ?? {}, { [CLEARANCE]: this });
  }

  /** Forgets the text, which can be large, as soon as there is an answer. */
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
    // The same request is looked at again when it is sent: the very string need not be compared.
    if (typeof body === "string") this.#text = body;
  }

  #isApproved(body: unknown): boolean {
    if (body === this.#text) return true;
    if (typeof this.#sent !== "string") return false;
    // Text in the place of a request, which some clients put into JSON once more.
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
    // With characters that no address has, it is fetched from another than it is written.
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

  /** The client prints options when it debugs; the prompt is not to be in there. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return "[cleared]";
  }

  toJSON(): undefined {
    return undefined;
  }
}

/** The path that an address is fetched from; undefined where there is none. */
function asFetched(address: string): string | undefined {
  const base = "http://somewhere.invalid";
  return URL.canParse(address, base) ? new URL(address, base).pathname : undefined;
}

const MOVED =
  "The client would send the request to another route than the one it was approved for; it was not sent. Change the route before the request is made.";

/** The text that the client makes of a body; undefined for one that it sends as it is. */
function textOf(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer || isSentAsItIs(body)) {
    return undefined;
  }
  try {
    return JSON.stringify(body);
  } catch {
    // What cannot be put into JSON is the client's own to refuse.
    return undefined;
  }
}
