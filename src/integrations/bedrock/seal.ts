import { UnguardedRequestError } from "../../errors.ts";
import { copyWith } from "../../providers/json/replace-at.ts";
import type { Route } from "../../providers/provider.ts";

/** An HTTP request of the SDK. */
interface HttpRequest {
  readonly method?: unknown;
  readonly path?: unknown;
  readonly body?: unknown;
}

/** The parts of a request that carry a prompt or determine its effect. */
interface Sealed {
  readonly method: unknown;
  readonly path: unknown;
  /** A private copy of bytes, a string, or nothing. */
  readonly body: unknown;
}

/** Whether a command may be sent as this request. */
export type Expected = (route: Route, hasBody: boolean) => boolean;

/**
 * Ensures that a command is sent as it was serialized from its approved input: same method, path
 * and body, regardless of middleware between the serializer and the wire. Headers, host and query
 * may change: requests are signed, traced and routed there.
 */
export class Seal {
  /** The lifecycle that a refusal belongs to. */
  clientEventId: string | undefined = undefined;
  /** Several if middleware sends a command more than once: each was approved. */
  readonly #sealed: Sealed[] = [];

  /**
   * Records what the serializer has made of an approved input.
   *
   * @throws UnguardedRequestError if the request is not expected of the command, or if the body is
   * a stream, which nothing has checked.
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
   * Returns what to send: a copy of `request` with the approved content, so that later changes to
   * the original have no effect.
   *
   * @throws UnguardedRequestError if `request` is not what was approved.
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

/** The method and path of a request. */
export function routeOf(request: object): Route {
  const { method, path } = request as HttpRequest;
  return { method: String(method), path: String(path) };
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

/** A body that no other code can change. */
function ownBody(body: unknown): unknown {
  return ArrayBuffer.isView(body) ? Buffer.from(bufferOf(body)) : body;
}

function bufferOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
