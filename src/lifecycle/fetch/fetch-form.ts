import { UnguardedRequestError } from "../../errors.ts";
import { type FetchInit, type FetchInput, headersOf, type ReadBody } from "./fetch-request.ts";
import { isOwnRequest } from "./own-request.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";

/** A form that was read in order to check it (RFC 7578). */
export interface ReadForm extends Omit<ReadBody, "text"> {
  readonly form: FormData;
}

/**
 * The request's form; undefined if its body is none. Bytes declared as a form are parsed as one,
 * and sent unchanged unless the guard rewrites a text.
 *
 * @throws UnguardedRequestError if they cannot be parsed; what `readBytes` throws.
 */
export async function readForm(
  input: FetchInput,
  init: FetchInit,
  reader: BodyReader,
): Promise<ReadForm | undefined> {
  const body = init?.body ?? (isOwnRequest(input) ? input : undefined);
  if (body instanceof FormData) return { form: body, original: body, impliedType: undefined };
  const type = headersOf({ input, init }).get("content-type");
  if (body === undefined || !type?.toLowerCase().startsWith("multipart/form-data"))
    return undefined;
  const holder = isOwnRequest(body) ? body : new Response(body as BodyInit);
  const original = await readBytes(holder, reader);
  try {
    const form = await new Response(original, { headers: { "content-type": type } }).formData();
    return { form, original, impliedType: undefined };
  } catch (cause) {
    throw new UnguardedRequestError(
      "The request's form cannot be read, so its prompt cannot be checked; nothing was sent.",
      { cause },
    );
  }
}
