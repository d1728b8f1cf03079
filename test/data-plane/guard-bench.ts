import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { expect } from "vitest";
import {
  DataPlaneClient,
  type GuardAnswer,
  type GuardOptions,
} from "../../src/data-plane/by-hand/data-plane-client.ts";
import type { DataPlaneClientOptions } from "../../src/data-plane/by-hand/data-plane-options.ts";
import { GuardUnavailableError } from "../../src/errors.ts";
import { startHttp, startRaw, type TestServer } from "../transport/test-server.ts";
import { liveKey } from "./keys.ts";

export const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
export const ALLOW = JSON.stringify({ allowed: true });

/** Answers one guard request; attempts are counted from 1, `body` is the request's body. */
export type Answer = (response: ServerResponse, attempt: number, body: string) => void;

const opened: { close(): Promise<void> }[] = [];

/** Closes everything a test opened, last first. */
export async function closeAll(): Promise<void> {
  for (const each of opened.splice(0).reverse()) await each.close();
}

export async function serve(answer: Answer): Promise<TestServer> {
  let attempt = 0;
  const server = await startHttp((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => answer(response, ++attempt, body));
  });
  opened.push(server);
  return server;
}

export async function serveRaw(...args: Parameters<typeof startRaw>): Promise<TestServer> {
  const server = await startRaw(...args);
  opened.push(server);
  return server;
}

/** The deadline is longer than a machine may stall: tests of deadlines set their own. */
export function clientOf(url: URL, options: DataPlaneClientOptions = {}): DataPlaneClient {
  const settings = { baseURL: url.href, apiKey: liveKey, guardDeadlineMs: 30_000 };
  const client = new DataPlaneClient({ ...settings, ...options });
  opened.push(client);
  return client;
}

export function ask(client: DataPlaneClient, options?: GuardOptions): Promise<GuardAnswer> {
  return client.guard({ input: "hello", model: "m", clientEventId: ID }, options);
}

/** The error that ended the phase; none of it shows the key. */
export async function closing(
  client: DataPlaneClient,
  options?: GuardOptions,
): Promise<GuardUnavailableError> {
  const error: unknown = await ask(client, options).then(
    (answer) => new Error(`There was an answer: ${inspect(answer)}`),
    (rejection: unknown) => rejection,
  );
  if (!(error instanceof GuardUnavailableError)) throw error;
  expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(liveKey);
  expect(error.clientEventId).toBe(ID);
  return error;
}
