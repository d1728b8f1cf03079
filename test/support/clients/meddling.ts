import {
  type BedrockRuntime,
  ConverseCommand,
  type ConverseCommandInput,
} from "@aws-sdk/client-bedrock-runtime";
import { HttpRequest } from "@smithy/core/protocols";
import { expect } from "vitest";
import { GuardDeniedError } from "../../../src/index.ts";
import { attack, hello } from "../models/bedrock-stand.ts";
import type { Stand } from "../stands/stand.ts";

/** Middleware, and what it is called with, as a client of AWS's takes it at every step. */
export interface Passing {
  readonly input: unknown;
  readonly request?: unknown;
}
export type Next = (args: Passing) => Promise<unknown>;
export type Meddler = (next: Next) => Next;

/** What middleware can do to words behind a guard's back. */
export type Meddling = (input: ConverseCommandInput) => Meddler;

/** Says something else: as input as long as there is no request, and as its body from then on. */
export const replaces: Meddling = (input) => (next) => (args) => {
  if (args.request === undefined) return next({ ...args, input });
  const request = HttpRequest.clone(args.request as HttpRequest);
  request.body = bodyOf(input);
  return next({ ...args, request });
};

/** The same in the very objects it was given. */
export const writesOver: Meddling = (input) => (next) => (args) => {
  if (args.request === undefined) Object.assign(args.input as object, input);
  else (args.request as HttpRequest).body = bodyOf(input);
  return next(args);
};

/** The same when everything behind it has had a look already. */
export const writesLate: Meddling = (input) => (next) => (args) => {
  const sent = next(args);
  if (args.request !== undefined) (args.request as HttpRequest).body = bodyOf(input);
  return sent;
};

function bodyOf({ messages }: ConverseCommandInput): string {
  return JSON.stringify({ messages });
}

const STEPS = ["initialize", "serialize", "build", "finalizeRequest", "deserialize"] as const;
const PRIORITIES = ["high", "normal", "low"] as const;
/** Everywhere that middleware can be without naming any other. */
export const PLACES = STEPS.flatMap((step) => PRIORITIES.map((priority) => ({ step, priority })));

/** Somewhere to add middleware to: a client, or one command. */
export interface Stacked {
  readonly middlewareStack: unknown;
}

/** Adds middleware that the SDK's types do not know at every step. */
export function add(to: Stacked, meddler: Meddler, place: object): void {
  (to as { middlewareStack: { add(...given: unknown[]): void } }).middlewareStack.add(
    meddler,
    place,
  );
}

export function addRelativeTo(to: Stacked, meddler: Meddler, place: object): void {
  const { middlewareStack } = to as {
    middlewareStack: { addRelativeTo(...given: unknown[]): void };
  };
  middlewareStack.addRelativeTo(meddler, place);
}

/** Every name that middleware of a client can be found by. */
export function namesOn(client: BedrockRuntime): string[] {
  const names = client.middlewareStack.identify().flatMap((line) => {
    const [named = "", also = ""] = line.replace(/ - .*$/, "").split(" (a.k.a. ");
    return [named, ...also.replace(")", "").split(",")];
  });
  return [...new Set(names)].filter((name) => name !== "" && name !== "anonymous");
}

/** A command with harmless words. */
export const greeting = () => new ConverseCommand(structuredClone(hello));

/** How a command ends. Whatever was sent of it is free of words that every guard denies. */
export async function endOf(
  { provider }: Stand,
  client: BedrockRuntime,
  command = greeting(),
): Promise<unknown> {
  const denied = attack.messages?.[0]?.content?.[0]?.text ?? "";
  const error: unknown = await client.send(command).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  for (const { text } of provider.requests) expect(text).not.toContain(denied);
  if (error === undefined) return "sent";
  expect(provider.requests).toEqual([]);
  return error instanceof GuardDeniedError ? "denied" : error;
}
