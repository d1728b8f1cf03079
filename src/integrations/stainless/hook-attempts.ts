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
import type { Guarded } from "./guarded.ts";
import { behindStored, guardStoredFetch } from "./stored-fetch.ts";

/**
 * Compares each attempt with its clearance once the client has prepared it, where errors reach the
 * app unchanged.
 */
export function hookBodies(client: ClientInternals): void {
  const { prepareRequest } = client;
  hookMethod(client, "prepareRequest", async function (this: ClientInternals, request, details) {
    const { options, url } = details;
    const clearance = Clearance.of(options);
    if (clearance === undefined) assertUnannounced(options);
    await prepareRequest.call(this, request, details);
    if (clearance === undefined) return;
    clearance.check(String(url), request);
    // Everything that the client derives from the request carries this along.
    Object.assign(request, { [CLEARANCE]: clearance });
  });
}

/**
 * A call with a reservation that is still unguarded here has skipped `prepareOptions`, where the
 * guard is.
 *
 * @throws UnguardedRequestError if the app has replaced `prepareOptions` by its own.
 */
function assertUnannounced(options: RequestOptions | undefined): void {
  if ((options as Announced | undefined)?.[RESERVATION] === undefined) return;
  throw new UnguardedRequestError(
    "The client's prepareOptions was replaced after the client was guarded, so nobody has checked this request; nothing was sent. Replace it before, or in a subclass.",
  );
}

/**
 * The guards of replaced `fetch` functions, and what they replaced: a client made by `withOptions`
 * inherits that of its parent.
 */
const replaced = new WeakMap<
  SdkFetch,
  { readonly services: Gate["services"]; readonly base: SdkFetch }
>();

/**
 * Compares what is sent with what was approved, at the last possible place: the client's `fetch`.
 * Not in its methods, because `openai` 7 checks whether those are its own. A refusal is returned as
 * a response, because clients retry when their `fetch` throws. Observers that wrap attempts wrap
 * this call.
 */
export function hookAttempts(client: ClientInternals, guarded: Guarded): void {
  const { gate, dialect } = guarded;
  if (client.fetch === undefined) return;
  const inherited = replaced.get(client.fetch);
  const isHooked = inherited?.services === gate.services;
  const base = isHooked ? inherited.base : behindStored(client.fetch);
  guardStoredFetch(client, base, guarded);
  if (isHooked) return;
  const observed = observesAttempts(gate);
  const attempt: SdkFetch = (input, init) => {
    const clearance = Clearance.of(init);
    if (clearance === undefined) return sendUncleared(base, dialect, { input, init });
    try {
      clearance.check(addressOf(input), init as BuiltRequest);
    } catch (error) {
      return answerWith(error, dialect);
    }
    if (!observed) return base.call(undefined, input, init);
    return attemptWithin(gate, init, () => base.call(undefined, input, init));
  };
  replaced.set(attempt, { services: gate.services, base });
  client.fetch = attempt;
}

/** Refusals by the headers of their response, which clients keep in their errors. */
const refused = new WeakMap<object, unknown>();

async function answerWith(error: unknown, { codecs }: ClientDialect): Promise<Response> {
  const answer = refusalAnswer(error, codecs[0]);
  if (answer === undefined) throw error;
  refused.set(answer.headers, error);
  return answer;
}

/** Our error behind one that a client made of it, found by the call's clearance or the response. */
export function refusalBehind(error: unknown, options: object): unknown {
  const { headers } = (error ?? {}) as { readonly headers?: object };
  return Clearance.of(options)?.refusal ?? refused.get(headers ?? options);
}

/** The arguments of a client's `fetch`. */
interface Fetched {
  readonly input: Parameters<SdkFetch>[0];
  readonly init: RequestInit | undefined;
}

/**
 * Clients also fetch other things, such as tokens for signing in: requests without a clearance
 * pass, unless they go to a route for prompts.
 */
async function sendUncleared(
  base: SdkFetch,
  dialect: ClientDialect,
  { input, init }: Fetched,
): Promise<Response> {
  if (methodOf({ input, init }) === "POST") {
    try {
      await assertNoPrompt(dialect, addressOf(input));
    } catch (error) {
      return answerWith(error, dialect);
    }
  }
  return base.call(undefined, input, init);
}

/** @throws UnguardedRequestError for a route for prompts. */
async function assertNoPrompt({ codecs, others }: ClientDialect, url: string): Promise<void> {
  const route = { method: "POST", path: URL.canParse(url) ? new URL(url).pathname : url };
  const more = others.loaded ?? (await others.load());
  if (![...codecs, ...more.codecs].some((codec) => codec.matches(route))) return;
  throw new UnguardedRequestError(
    `POST ${route.path} went past the client's own requests, where the guard is; nothing was sent. Send it by the client's methods.`,
  );
}

function methodOf({ input, init }: Fetched): string {
  const own = typeof input === "object" && "method" in input ? input.method : "GET";
  return (init?.method ?? own).toUpperCase();
}

function addressOf(input: Fetched["input"]): string {
  return typeof input === "object" && "url" in input ? input.url : String(input);
}
