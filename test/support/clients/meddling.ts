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

/** The arguments of middleware, as AWS clients pass them at every step. */
export interface Passing {
  readonly input: unknown;
  readonly request?: unknown;
}
export type Next = (args: Passing) => Promise<unknown>;
export type Meddler = (next: Next) => Next;

/** How a middleware changes the text behind the guard's back. */
export type Meddling = (input: ConverseCommandInput) => Meddler;

/** Replaces the text: in the input before there is a request, and in its body afterwards. */
export const replaces: Meddling = (input) => (next) => (args) => {
  if (args.request === undefined) return next({ ...args, input });
  const request = HttpRequest.clone(args.request as HttpRequest);
  request.body = bodyOf(input);
  return next({ ...args, request });
};

/** The same, by modifying the given objects. */
export const writesOver: Meddling = (input) => (next) => (args) => {
  if (args.request === undefined) Object.assign(args.input as object, input);
  else (args.request as HttpRequest).body = bodyOf(input);
  return next(args);
};

/** The same, after everything behind it has seen the original. */
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
/** Every position of a middleware that names no other middleware. */
export const PLACES = STEPS.flatMap((step) => PRIORITIES.map((priority) => ({ step, priority })));

/** Something that middleware can be added to: a client, or one command. */
export interface Stacked {
  readonly middlewareStack: unknown;
}

/** Adds middleware at a position that the SDK's types do not know. */
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

/** All names of a client's middleware. */
export function namesOn(client: BedrockRuntime): string[] {
  const names = client.middlewareStack.identify().flatMap((line) => {
    const [named = "", also = ""] = line.replace(/ - .*$/, "").split(" (a.k.a. ");
    return [named, ...also.replace(")", "").split(",")];
  });
  return [...new Set(names)].filter((name) => name !== "" && name !== "anonymous");
}

/** A command with harmless text. */
export const greeting = () => new ConverseCommand(structuredClone(hello));

/** How a command ends. Checks that nothing sent for it contains text that every guard denies. */
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
