import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { MAX_BODY_BYTES } from "../../contract/limits.ts";
import { type Exchange, performPass, performStep } from "../script/perform-step.ts";
import { resolveStep } from "../script/script.ts";
import type { ScriptStep } from "../script/script-step.ts";
import { type Answer, internalFailure } from "./answer.ts";
import { type BodyResult, readBody } from "./read-body.ts";
import { receivedRequest } from "./receive-request.ts";
import type { GivenAnswer, ReceivedRequest } from "./received-request.ts";
import { payloadOf, writeAnswer, writeHead } from "./write-answer.ts";

/** What the server needs from the service behind it. */
export interface Service {
  readonly answer: (request: ReceivedRequest) => Answer | Promise<Answer>;
  /** The scripted step for this request; undefined for none. */
  readonly nextStep: (request: ReceivedRequest) => ScriptStep | undefined;
  readonly now: () => number;
  readonly onRequest: ((request: ReceivedRequest) => void) | undefined;
  readonly onAnswer: ((request: ReceivedRequest, answer: GivenAnswer) => void) | undefined;
}

// Longer than any client keeps idle connections, so that the server never closes them first.
const KEEP_ALIVE_MS = 120_000;

/**
 * How long the rest of a refused body is read and discarded before the connection is closed, in
 * milliseconds.
 */
const LINGER_MS = 500;

/** The HTTP server, not yet listening. */
export function createDataPlaneServer(service: Service): Server {
  const server = createServer((message, response) => {
    readBody(message, MAX_BODY_BYTES, (body) => {
      if (body.kind !== "aborted") receive(service, { message, response, body });
    });
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

interface IncomingRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Exclude<BodyResult, { readonly kind: "aborted" }>;
}

function receive(service: Service, { message, response, body }: IncomingRequest): void {
  const request = receivedRequest(message, body, service.now());
  try {
    service.onRequest?.(request);
    const step = service.nextStep(request);
    const exchange = exchangeOf(service, request, response);
    const late = respond(exchange, message, step);
    late?.catch((error: unknown) => giveUp(service, response, error));
  } catch (error) {
    giveUp(service, response, error);
  }
}

function respond(
  exchange: Exchange,
  message: IncomingMessage,
  step: ScriptStep | undefined,
): Promise<void> | void {
  if (step !== undefined) return runStep(step, exchange);
  if (exchange.request.bodyKind === "too-large") return refuseTooLarge(exchange, message);
  return performPass(exchange);
}

// Observers and scripts are user code, and may throw.
function giveUp(service: Service, response: ServerResponse, error: unknown): void {
  if (response.headersSent) response.destroy();
  else writeAnswer(response, internalFailure("internal_failure", error), service.now());
}

function exchangeOf(
  service: Service,
  request: ReceivedRequest,
  response: ServerResponse,
): Exchange {
  return {
    request,
    response,
    process: () => service.answer(request),
    now: service.now,
    answered: (answer) => service.onAnswer?.(request, answer),
  };
}

async function runStep(scripted: ScriptStep, exchange: Exchange): Promise<void> {
  await performStep(await resolveStep(scripted, exchange.request), exchange);
}

/**
 * Responds before the body has arrived. Closing a connection while the client is still sending
 * loses the response, so the rest is discarded for a moment first.
 */
async function refuseTooLarge(exchange: Exchange, message: IncomingMessage): Promise<void> {
  const { response } = exchange;
  const processed = await exchange.process();
  const answer = { ...processed, headers: { ...processed.headers, connection: "close" } };
  const payload = payloadOf(answer);
  const { status, headers, body } = answer;
  exchange.answered({ status, headers, body, processed: { status, body } });
  writeHead(response, answer, { now: exchange.now(), payload });
  response.write(payload);
  message.resume();
  const timer = setTimeout(() => response.destroy(), LINGER_MS);
  message.once("end", () => response.end());
  response.once("close", () => clearTimeout(timer));
}
