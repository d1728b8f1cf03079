import { UnguardedRequestError } from "../../errors.ts";
import { refusalAnswer } from "../../lifecycle/fetch/refusal-answer.ts";
import type { Gate } from "../../lifecycle/gate.ts";
import { attemptWithin, observesAttempts } from "../../lifecycle/run-in-lifecycle.ts";
import { type Announced, RESERVATION } from "./announce.ts";
import { type BuiltRequest, CLEARANCE, Clearance } from "./clearance.ts";
import {
  type ClientInternals,
  hookMethod,
  type RequestOptions,
  type SdkFetch,
} from "./client-shape.ts";
import type { ClientDialect } from "./dialect.ts";

/** Each attempt is held to its clearance where the client has prepared it, for errors as themselves. */
export function hookBodies(client: ClientInternals): void {
  const { prepareRequest } = client;
  hookMethod(client, "prepareRequest", async function (this: ClientInternals, request, details) {
    const { options, url } = details;
    const clearance = Clearance.of(options);
    if (clearance === undefined) assertUnannounced(options);
    await prepareRequest.call(this, request, details);
    if (clearance === undefined) return;
    clearance.check(String(url), request);
    // Whatever the client makes of the request from here on takes this along.
    Object.assign(request, { [CLEARANCE]: clearance });
  });
}

/**
 * What is announced and has come here all the same went past `prepareOptions`, where the guard is.
 *
 * @throws UnguardedRequestError when the app has put a `prepareOptions` of its own in its place.
 */
function assertUnannounced(options: RequestOptions | undefined): void {
  if ((options as Announced | undefined)?.[RESERVATION] === undefined) return;
  throw new UnguardedRequestError(
    "The client's prepareOptions was replaced after the client was guarded, so nobody has checked this request; nothing was sent. Replace it before, or in a subclass.",
  );
}

/** Whose guards a `fetch` is held to: a client that `withOptions` makes takes over that of its model. */
const replaced = new WeakMap<SdkFetch, Gate["services"]>();

/**
 * Holds what is sent to what was approved, at the last place before it leaves: the `fetch` that the
 * client keeps. `openai` 7 looks whether its own methods around it are still its own. A refusal is
 * answered, because clients try again after whatever their `fetch` throws. Where observers put
 * something around attempts, the attempt is made inside of it.
 */
export function hookAttempts(
  client: ClientInternals,
  { gate, dialect }: { readonly gate: Gate; readonly dialect: ClientDialect },
): void {
  const { fetch: base } = client;
  if (base === undefined || replaced.get(base) === gate.services) return;
  const observed = observesAttempts(gate);
  const attempt: SdkFetch = (input, init) => {
    try {
      assertCleared(dialect, addressOf(input), init);
    } catch (error) {
      return answerWith(error, dialect);
    }
    if (!observed) return base.call(undefined, input, init);
    return attemptWithin(gate, init, () => base.call(undefined, input, init));
  };
  replaced.set(attempt, gate.services);
  client.fetch = attempt;
}

/** What was refused, by the headers of the answer, which clients keep in their errors. */
const refused = new WeakMap<object, unknown>();

async function answerWith(error: unknown, { codecs }: ClientDialect): Promise<Response> {
  const answer = refusalAnswer(error, codecs[0]);
  if (answer === undefined) throw error;
  refused.set(answer.headers, error);
  return answer;
}

/** The error of ours behind one that a client made of it, by the clearance of the call or its answer. */
export function refusalBehind(error: unknown, options: object): unknown {
  const { headers } = (error ?? {}) as { readonly headers?: object };
  return Clearance.of(options)?.refusal ?? refused.get(headers ?? options);
}

function addressOf(input: Parameters<SdkFetch>[0]): string {
  return typeof input === "object" && "url" in input ? input.url : String(input);
}

/**
 * Clients fetch more than answers, tokens to sign in with among it: what has no clearance passes,
 * except where prompts go.
 *
 * @throws UnguardedRequestError
 */
function assertCleared(
  { codecs, others }: ClientDialect,
  url: string,
  init: RequestInit | undefined,
): void {
  const clearance = Clearance.of(init);
  if (clearance !== undefined) {
    clearance.check(url, init as BuiltRequest);
    return;
  }
  const method = init?.method?.toUpperCase() ?? "GET";
  if (method !== "POST") return;
  const route = { method, path: URL.canParse(url) ? new URL(url).pathname : url };
  if (![...codecs, ...(others.loaded?.codecs ?? [])].some((codec) => codec.matches(route))) return;
  throw new UnguardedRequestError(
    `${method} ${route.path} went past the client's own requests, where the guard is; nothing was sent. Send it by the client's methods.`,
  );
}
