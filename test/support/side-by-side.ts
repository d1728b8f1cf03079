import type OpenAI from "openai";
import { expect, vi } from "vitest";
import type { GuardedModelClient } from "../../src/index.ts";
import { guardOpenAI } from "../../src/integrations/openai.ts";
import type { ModelAnswer } from "./model-server.ts";
import type { OpenAIKind } from "./openai-kinds.ts";
import type { Stand } from "./stand.ts";

/** Something an app does with its client. */
export interface Scenario {
  /** What the provider does. */
  readonly answer: ModelAnswer;
  /** What the app does, and everything it sees of it. */
  readonly run: (client: OpenAI, kind: OpenAIKind) => Promise<unknown>;
  /** `metadata.outcome` of the events it leaves, in order. Default: one `complete`. */
  readonly outcomes?: readonly string[] | ((kind: OpenAIKind) => readonly string[]) | undefined;
  /** Guard requests. Default: as many as events. */
  readonly guards?: number | undefined;
  /** Answers that the client leaves before they are over. Default 0. */
  readonly hangUps?: number | undefined;
  /** Options of the app's client. */
  readonly client?: object | undefined;
}

/** Makes a guarded client out of what makes a bare one. */
export type Doorway = (make: (options?: object) => OpenAI, guard: GuardedModelClient) => OpenAI;

const inPlace: Doorway = (make, guard) => guardOpenAI(make(), guard);

/** Plays a scenario with a bare client and with a guarded one, and holds the second to the first. */
export async function compare(
  stand: Stand,
  kind: OpenAIKind,
  { doorway = inPlace, ...scenario }: Scenario & { readonly doorway?: Doorway },
): Promise<void> {
  const { plane } = stand;
  await stand.clear();
  const make = (options?: object): OpenAI =>
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

function outcomesOf({ outcomes = ["complete"] }: Scenario, kind: OpenAIKind): readonly string[] {
  return typeof outcomes === "function" ? outcomes(kind) : outcomes;
}

async function play(
  { provider }: Stand,
  scenario: Scenario,
  kind: OpenAIKind,
  client: OpenAI,
): Promise<unknown> {
  provider.forget();
  provider.answerWith(scenario.answer);
  const seen = await scenario.run(client, kind);
  const { hangUps = 0 } = scenario;
  await vi.waitFor(() => expect(provider.hangUps).toBe(hangUps), { interval: 5 });
  const requests = provider.requests.map(({ method, path, headers, text }) => {
    const { host: _, ...others } = headers;
    return { method, path, headers: others, text };
  });
  return { seen, requests };
}

/** All that tells an error of the SDK from another one. */
export function describeError(error: unknown, kind: OpenAIKind): Record<string, unknown> {
  if (!(error instanceof Error)) return { thrown: error };
  const { name, message } = error;
  const { status, code, type, param, headers, requestID } = error as unknown as Record<
    string,
    unknown
  >;
  const isAbort = error instanceof kind.sdk.APIUserAbortError;
  // Node.js words its aborts in more than one way.
  if (error instanceof DOMException) return { class: "DOMException", name };
  return {
    class: error.constructor.name,
    isOpenAI: error instanceof kind.sdk.OpenAIError,
    isApi: error instanceof kind.sdk.APIError,
    ...{ name, message, status, code, type, param, requestID },
    headers: headers instanceof Headers ? namesOf(headers) : typeof headers,
    // A cancelled call says why in `cause`, in major 7 always and in the others once guarded.
    cause: isAbort || error.cause === undefined ? undefined : describeError(error.cause, kind),
  };
}

/** What a promise comes to. */
export async function settle(promise: PromiseLike<unknown>, kind: OpenAIKind): Promise<unknown> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: describeError(error, kind) };
  }
}

/** What a stream of chunks comes to. */
export async function gather(chunks: AsyncIterable<unknown>, kind: OpenAIKind): Promise<unknown> {
  const values: unknown[] = [];
  try {
    for await (const chunk of chunks) values.push(chunk);
  } catch (error) {
    return { values, error: describeError(error, kind) };
  }
  return { values };
}

/** The names of headers, without those that guarded answers have more. */
export function namesOf(headers: Headers): string[] {
  return [...headers.keys()].filter((name) => !name.startsWith("x-guard-"));
}
