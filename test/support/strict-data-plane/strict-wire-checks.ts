import { AUTHORIZATION_HEADER, SERVICE_API_KEY_HEADER } from "../../../src/contract/auth.ts";
import type { ReceivedRequest } from "../../../src/local/index.ts";
import { objectOf, stringsIn } from "./strict-fields.ts";
import type { StrictContext } from "./strict-rules.ts";

/** Checks that apply to every request, whatever its endpoint. */
export function* checkWire(request: ReceivedRequest, context: StrictContext): Generator<string> {
  if (request.endpoint === undefined) yield `${request.path}: the contract has no such path`;
  const method = request.endpoint === "config" ? "GET" : "POST";
  if (request.method !== method) yield `the method is ${method}, not ${request.method}`;
  yield* checkKey(request, context);
  yield* checkBody(request);
  yield* checkSecrets(request, context);
}

function* checkKey(request: ReceivedRequest, context: StrictContext): Generator<string> {
  const expected = context.rules.authHeader ?? SERVICE_API_KEY_HEADER;
  const shown = authHeadersOf(request);
  if (shown.length !== 1) {
    yield `exactly one header carries the key, not ${shown.length}`;
  }
  for (const { name, value } of shown) {
    if (name !== expected) yield `the key is in ${name}, not in ${expected}`;
    const values = context.apiKeys.map((key) =>
      name === AUTHORIZATION_HEADER ? `Bearer ${key}` : key,
    );
    if (!values.includes(value)) yield `${name} carries another key`;
  }
}

function authHeadersOf({ rawHeaders }: ReceivedRequest): { name: string; value: string }[] {
  const found: { name: string; value: string }[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? "";
    if (name !== AUTHORIZATION_HEADER && name !== SERVICE_API_KEY_HEADER) continue;
    found.push({ name, value: rawHeaders[index + 1] ?? "" });
  }
  return found;
}

function* checkBody(request: ReceivedRequest): Generator<string> {
  if (request.bodyKind === "too-large") yield "the body is larger than 4 MiB";
  if (request.bodyKind === "invalid") yield "the body is not JSON";
  if (request.method !== "POST") return;
  if (request.bodyKind === "none") yield "there is no body";
  const type = request.headers["content-type"] ?? "none";
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    yield `the content type is application/json, not ${type}`;
  }
}

/** Original values may appear only in the guard's `input`, and keys only in their header. */
function* checkSecrets(request: ReceivedRequest, context: StrictContext): Generator<string> {
  const { input: _seen, ...rest } = objectOf(request.body);
  const body = [...stringsIn(request.endpoint === "guard" ? rest : request.body)];
  // Text that was not parsed is searched as it is.
  if (request.body === undefined) body.push(request.text);
  const elsewhere = [request.url, ...request.rawHeaders];
  for (const [index, original] of (context.rules.forbidden ?? []).entries()) {
    if (body.some((text) => text.includes(original))) yield `the body has forbidden[${index}]`;
    if (elsewhere.some((text) => text.includes(original))) {
      yield `the address or a header has forbidden[${index}]`;
    }
  }
  if (context.apiKeys.some((key) => request.text.includes(key) || request.url.includes(key))) {
    yield "the key is outside its header";
  }
}
