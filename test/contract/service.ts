import { randomUUID } from "node:crypto";
import { FINALIZE_PATH, GUARD_PATH, INGEST_PATH } from "../../src/contract/paths.ts";
import {
  type LocalDataPlane,
  type LocalDataPlaneOptions,
  startLocalDataPlane,
} from "../../src/local/index.ts";
import { leftByTest } from "../support/runner/leftovers.ts";

/** A JSON object with fields that a test checks. */
export type Json = Record<string, unknown>;

/** A complete answer. `body` is empty if it was not a JSON object. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** A local data plane that is closed after the test. */
export async function startService(options?: LocalDataPlaneOptions): Promise<LocalDataPlane> {
  const plane = await startLocalDataPlane(options);
  leftByTest.add(() => plane.close());
  return plane;
}

/** The valid headers of a request with a body. */
export function rightHeaders(plane: LocalDataPlane): Record<string, string> {
  return { "x-service-api-key": plane.apiKey, "content-type": "application/json" };
}

/** Sends one request; a string body is sent as it is, everything else as JSON. */
export async function send(
  plane: LocalDataPlane,
  path: string,
  init: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Reply> {
  const { method = "POST", body, headers = rightHeaders(plane) } = init;
  const content = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const response = await fetch(plane.url + path, {
    method,
    headers,
    redirect: "manual",
    ...(content === undefined ? {} : { body: content }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: objectIn(text) };
}

/** Asks the guard with the required fields and the given ones. */
export function guard(plane: LocalDataPlane, fields: Json = {}): Promise<Reply> {
  const body = { input: "Hello", model: "model-1", client_event_id: randomUUID(), ...fields };
  return send(plane, GUARD_PATH, { body });
}

/** An event with the required fields and the given ones. */
export function eventWith(fields: Json = {}): Json {
  return {
    event_id: randomUUID(),
    input: "Hello",
    output: "Hi",
    model: "model-1",
    timestamp: new Date().toISOString(),
    ...fields,
  };
}

/** Ingests an event made by {@link eventWith}. */
export function ingest(plane: LocalDataPlane, fields: Json = {}): Promise<Reply> {
  return send(plane, INGEST_PATH, { body: eventWith(fields) });
}

/** Finalizes with the given fields. */
export function finalize(plane: LocalDataPlane, body: Json): Promise<Reply> {
  return send(plane, FINALIZE_PATH, { body });
}

/** The names in `details.fieldErrors`. */
export function fieldsAtFault(reply: Reply): string[] {
  const details = reply.body.details as { fieldErrors?: Json } | undefined;
  return Object.keys(details?.fieldErrors ?? {});
}

function objectIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
