import { UnguardedRequestError } from "../../errors.ts";
import type { Route } from "../../providers/provider.ts";

/** An HTTP request as the SDK has it. */
interface HttpRequest {
  readonly method?: unknown;
  readonly path?: unknown;
  readonly body?: unknown;
}

/** What of a request carries a prompt, or says what becomes of it. */
interface Sealed {
  readonly method: unknown;
  readonly path: unknown;
  /** Bytes that nobody else holds, a text, or nothing. */
  readonly body: unknown;
}

/** Whether a request is one that its command may be sent as. */
export type Expected = (route: Route, hasBody: boolean) => boolean;

/**
 * Holds one command to what was made of its approved input: what leaves must be that, in method,
 * path and body, whatever middleware stands between the serializer and the wire. Headers, host and
 * query are free: that is where requests are signed, traced and routed.
 */
export class Seal {
  /** The lifecycle that a refusal belongs to. */
  clientEventId: string | undefined = undefined;
  /** Several where middleware sends a command more than once: each of them was approved. */
  readonly #sealed: Sealed[] = [];

  /**
   * Notes what the serializer has made of an approved input.
   *
   * @throws UnguardedRequestError for what is not expected of the command, and for a body that
   * comes piece by piece, which nobody has seen.
   */
  close(request: unknown, isExpected: Expected): void {
    const { method, path, body } = request as HttpRequest;
    if (!isExpected(routeOf({ method, path }), isContent(body))) {
      throw this.#refusal("A command is not sent as one of its name is");
    }
    if (!isWhole(body)) {
      throw this.#refusal("A guarded command sends its body in pieces, which no guard can see");
    }
    this.#sealed.push({ method, path, body: ownBody(body) });
  }

  /**
   * What to send: a copy of `request` with the approved words, so that whoever holds the original
   * changes nothing any more.
   *
   * @throws UnguardedRequestError when `request` is not what was approved.
   */
  open(request: unknown): unknown {
    let changed = "course";
    for (const sealed of this.#sealed) {
      const change = changeOf(sealed, request as HttpRequest);
      if (change === undefined) return copyWith(request as object, sealed);
      changed = change;
    }
    throw this.#refusal(
      `Middleware changed the ${changed} of a command behind its guard`,
      " Let it change the command's input, before the serializer, where the guard sees it.",
    );
  }

  #refusal(why: string, whatToDo = ""): UnguardedRequestError {
    const { clientEventId } = this;
    return new UnguardedRequestError(`${why}; nothing was sent.${whatToDo}`, { clientEventId });
  }
}

/** Where a request goes. */
export function routeOf(request: object): Route {
  const { method, path } = request as HttpRequest;
  return { method: String(method), path: String(path) };
}

/** A request of the same class with other members. */
export function copyWith(request: object, members: HttpRequest): object {
  return Object.setPrototypeOf({ ...request, ...members }, Object.getPrototypeOf(request));
}

function changeOf(sealed: Sealed, { method, path, body }: HttpRequest): string | undefined {
  if (method !== sealed.method) return "method";
  if (path !== sealed.path) return "path";
  return isSame(sealed.body, body) ? undefined : "body";
}

function isSame(sealed: unknown, body: unknown): boolean {
  if (ArrayBuffer.isView(sealed)) {
    return ArrayBuffer.isView(body) && bufferOf(sealed).equals(bufferOf(body));
  }
  return sealed === body || !(isContent(sealed) || isContent(body));
}

function isContent(body: unknown): boolean {
  return body !== undefined && body !== null && body !== "";
}

function isWhole(body: unknown): boolean {
  return typeof body === "string" || !isContent(body) || ArrayBuffer.isView(body);
}

/** A body that nobody else can change. */
function ownBody(body: unknown): unknown {
  return ArrayBuffer.isView(body) ? Buffer.from(bufferOf(body)) : body;
}

function bufferOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
