import { type ReadBody, refuseEncoded } from "./fetch-body.ts";
import { type FetchInit, type FetchInput, headersOf } from "./fetch-request.ts";
import { isOwnRequest } from "./own-request.ts";
import { parseForm } from "./parse-form.ts";
import { type BodyReader, readBytes } from "./read-bytes.ts";

/** A form that was read in order to check it (RFC 7578). */
export interface ReadForm extends Omit<ReadBody, "text"> {
  readonly form: FormData;
}

/**
 * The request's form; undefined if its body is none. Bytes declared as a form are parsed as one,
 * and sent unchanged unless the guard rewrites a text.
 *
 * @throws what `readBytes` and `parseForm` throw.
 */
export async function readForm(
  input: FetchInput,
  init: FetchInit,
  reader: BodyReader,
): Promise<ReadForm | undefined> {
  const body = init?.body ?? (isOwnRequest(input) ? input : undefined);
  if (body instanceof FormData) return { form: body, original: body, impliedType: undefined };
  const headers = headersOf({ input, init });
  const type = headers.get("content-type");
  if (body === undefined || !type?.toLowerCase().startsWith("multipart/form-data"))
    return undefined;
  refuseEncoded(headers);
  const holder = isOwnRequest(body) ? body : new Response(body as BodyInit);
  const original = await readBytes(holder, reader);
  return { form: await parseForm(original, type), original, impliedType: undefined };
}
