import type OpenAI from "openai";
import { expect, vi } from "vitest";
import type { GuardedModelClient } from "../../../src/index.ts";
import { guardOpenAI } from "../../../src/integrations/openai.ts";
import type { ModelAnswer } from "../models/model-server.ts";
import type { OpenAIKind } from "../models/openai-kinds.ts";
import type { Stand } from "../stands/stand.ts";

/** A client class to guard, with its errors and a factory. */
export interface ClientKind<Client> {
  readonly name: string;
  readonly sdk: {
    readonly APIError: ErrorClass;
    readonly APIUserAbortError: ErrorClass;
    /** The base class of its errors, under the name in the provider's package. */
    readonly OpenAIError?: ErrorClass;
    readonly AnthropicError?: ErrorClass;
  };
  make(url: string, options?: object): Client;
}

type ErrorClass = new (...args: never[]) => Error;

/** Something that an app does with its client. */
export interface Scenario<Client = OpenAI, Kind = OpenAIKind> {
  /** What the provider does. */
  readonly answer: ModelAnswer;
  /** What the app does; resolves to everything it sees of it. */
  readonly run: (client: Client, kind: Kind) => Promise<unknown>;
  /** `metadata.outcome` of the resulting events, in order. Default: one `complete`. */
  readonly outcomes?: readonly string[] | ((kind: Kind) => readonly string[]) | undefined;
  /** Number of guard requests. Default: as many as events. */
  readonly guards?: number | undefined;
  /** Number of responses during which the client disconnects. Default 0. */
  readonly hangUps?: number | undefined;
  /** Options of the app's client. */
  readonly client?: object | undefined;
}

/** Creates a guarded client with the factory of a bare one. */
export type Doorway<Client = OpenAI> = (
  make: (options?: object) => Client,
  guard: GuardedModelClient,
) => Client;

const inPlace: Doorway = (make, guard) => guardOpenAI(make(), guard);

/** Runs a scenario with a bare and a guarded OpenAI client. */
export function compare(
  stand: Stand,
  kind: OpenAIKind,
  { doorway = inPlace, ...scenario }: Scenario & { readonly doorway?: Doorway },
): Promise<void> {
  return compareThrough(stand, kind, { ...scenario, doorway });
}

/** Runs a scenario with a bare and a guarded client, and expects the same results. */
export async function compareThrough<Client, Kind extends ClientKind<Client>>(
  stand: Stand,
  kind: Kind,
  { doorway, ...scenario }: Scenario<Client, Kind> & { readonly doorway: Doorway<Client> },
): Promise<void> {
  const { plane } = stand;
  await stand.clear();
  const make = (options?: object): Client =>
    kind.make(stand.provider.url, { ...scenario.client, ...options });
  const bare = await play(stand, scenario, kind, make());
  expect(plane.guardRequests).toEqual([]);
  const guard = stand.guard();
  const guarded = await play(stand, scenario, kind, doorway(make, guard));
  expect(guarded).toEqual(bare);
  const stats = await guard.flush({ deadlineMs: 3_000 });
  const outcomes = outcomesOf(scenario, kind);
  expect(plane.stored.map((event) => event.metadata?.outcome)).toEqual(outcomes);
  expect(plane.guardRequests).toHaveLength(scenario.guards ?? outcomes.length);
  const { length } = outcomes;
  expect(stats).toMatchObject({ created: length, delivered: length, pending: 0, lost: 0 });
  expect(plane.breaches).toEqual([]);
}

function outcomesOf<Client, Kind>(
  { outcomes = ["complete"] }: Scenario<Client, Kind>,
  kind: Kind,
): readonly string[] {
  return typeof outcomes === "function" ? outcomes(kind) : outcomes;
}

async function play<Client, Kind>(
  { provider }: Stand,
  scenario: Scenario<Client, Kind>,
  kind: Kind,
  client: Client,
): Promise<unknown> {
  provider.forget();
  provider.answerWith(scenario.answer);
  const seen = await scenario.run(client, kind);
  const { hangUps = 0 } = scenario;
  // Not with `expect.poll`, which cannot tell which test it belongs to if several run concurrently.
  await vi.waitFor(() => expect(provider.hangUps).toBe(hangUps), { interval: 5, timeout: 20_000 });
  const requests = provider.requests.map(({ method, path, headers, text }) => {
    const { host: _, ...others } = headers;
    return { method, path, headers: others, text };
  });
  return { seen, requests };
}

type AnyKind = Pick<ClientKind<unknown>, "sdk">;

function isOfSdk(error: Error, { sdk }: AnyKind): boolean {
  const Base = sdk.OpenAIError ?? sdk.AnthropicError;
  return Base !== undefined && isA(error, Base);
}

function isA(error: Error, Class: ErrorClass): boolean {
  return error instanceof Class;
}

/** Everything that distinguishes one error of the SDK from another. */
export function describeError(error: unknown, kind: AnyKind): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: error };
  const { name, message } = error;
  const { status, code, type, param, headers, requestID } = error as unknown as Record<
    string,
    unknown
  >;
  const isAbort = isA(error, kind.sdk.APIUserAbortError);
  // Node.js has several messages for aborts.
  if (error instanceof DOMException) return { class: "DOMException", name };
  return {
    class: error.constructor.name,
    isOfSdk: isOfSdk(error, kind),
    isApi: isA(error, kind.sdk.APIError),
    ...{ name, message, status, code, type, param, requestID },
    headers: headers instanceof Headers ? namesOf(headers) : typeof headers,
    // A cancelled call has the reason in `cause`: in major 7 always, in others only if guarded.
    cause: isAbort || error.cause === undefined ? undefined : describeError(error.cause, kind),
  };
}

/** The result of a promise. */
export async function settle(promise: PromiseLike<unknown>, kind: AnyKind): Promise<unknown> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: describeError(error, kind) };
  }
}

/** The result of a stream of chunks. */
export async function gather(chunks: AsyncIterable<unknown>, kind: AnyKind): Promise<unknown> {
  const values: unknown[] = [];
  try {
    for await (const chunk of chunks) values.push(chunk);
  } catch (error) {
    return { values, error: describeError(error, kind) };
  }
  return { values };
}

/** The names of headers, without those that guarded responses have in addition. */
export function namesOf(headers: Headers): string[] {
  return [...headers.keys()].filter((name) => !name.startsWith("x-guard-"));
}
