import { parseJson } from "../../base/parse-json.ts";
import { UnguardedRequestError } from "../../errors.ts";
import { withExactNumbers } from "../../providers/json/exact-numbers.ts";
import { hasRepeatedKey, namesPrototype } from "../../providers/json/repeated-key.ts";
import { rewrittenJson } from "../../providers/json/rewritten-json.ts";

/** The content of an SDK request, whatever the type of its body. */
export interface RequestBody {
  /** The request as an object, as far as it is readable. */
  readonly request: unknown;
  /** The body to send for an approved request. `changed`: it differs from what the app wrote. */
  sent(approved: unknown, changed: boolean): unknown;
}

/**
 * Reads the body of a request. Resource methods pass plain objects; `post` and `request` also
 * accept what the SDK sends as it is: JSON as a string or as bytes. `takesForms`: whether forms on
 * this route can contain text.
 *
 * @throws UnguardedRequestError for other forms, blobs, streams and bytes that are not text.
 */
export function readRequestBody(body: unknown, takesForms = false): RequestBody {
  if (takesForms && body instanceof FormData) return plain(body);
  if (typeof body === "string") return serialized(body, body);
  if (typeof body !== "object" || body === null) return plain(body);
  if (body instanceof ArrayBuffer) return ofBytes(new Uint8Array(body));
  if (ArrayBuffer.isView(body)) {
    return ofBytes(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  }
  if (isSentAsItIs(body) || isIterated(body)) {
    throw refusal("a form, blob or stream");
  }
  return plain(body);
}

/**
 * The SDK spreads a request's options over the request, and `fetchOptions` over the result, so that
 * a `body` in there would be sent instead of the one that is checked.
 *
 * @throws UnguardedRequestError if there is one.
 */
export function assertOneBody(...given: readonly (object | null | undefined)[]): void {
  for (const options of given) {
    if ((options as { readonly body?: unknown } | null | undefined)?.body === undefined) continue;
    throw new UnguardedRequestError(
      "The request has a body in its options, which would replace the one that is checked; nothing was sent. Pass the body as the request.",
    );
  }
}

/** @throws UnguardedRequestError for text that was not approved. */
export function refuseUnapproved(): never {
  throw new UnguardedRequestError(
    "The client has changed the prompt after it was approved; the changed one was not sent. Change the request before it is made.",
  );
}

/**
 * Refers to the classes only when called, because mentioning `FormData` loads the whole `fetch` of
 * Node.js.
 */
export function isSentAsItIs(body: object): boolean {
  return (
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof ReadableStream
  );
}

/** The SDK sends iterators in pieces. Arrays are not iterators. */
function isIterated(body: object): boolean {
  return Symbol.asyncIterator in body || (Symbol.iterator in body && "next" in body);
}

function plain(request: unknown): RequestBody {
  if (namesPrototype(request)) throw refusal("an object with a property __proto__");
  return { request, sent: (approved) => approved };
}

function ofBytes(view: Uint8Array): RequestBody {
  // A copy, so that exactly what was checked is sent.
  const bytes = view.slice();
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusal("bytes that are no text");
  }
  return serialized(text, bytes);
}

function serialized(text: string, original: unknown): RequestBody {
  const parsed = parseJson(text);
  if (parsed === undefined) throw refusal("text that is not JSON");
  if (namesPrototype(parsed)) throw refusal("JSON with a property __proto__");
  if (hasRepeatedKey(text)) throw refusal("JSON that has a property twice");
  const exact = withExactNumbers(text);
  const request = exact === text ? parsed : parseJson(exact);
  return {
    request,
    sent: (approved, changed) => (changed ? rewrittenJson(text, approved) : original),
  };
}

function refusal(what: string): UnguardedRequestError {
  return new UnguardedRequestError(
    `The request has ${what} for a body, so its prompt cannot be checked; nothing was sent. Pass the request as an object.`,
  );
}
