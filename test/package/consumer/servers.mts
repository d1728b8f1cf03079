// The identity of requests, in common server frameworks.
import { createServer } from "node:http";
import express, { type Request as ExpressRequest } from "express";
import fastify from "fastify";
import {
  type GuardedModelClient,
  honoRequestContext,
  identityFromRequest,
  requestContext,
} from "guarded-model-client";
import {
  bullmqDelivery,
  type DeliveryWorker,
  runDeliveryWorker,
} from "guarded-model-client/bullmq";
import { type Context, Hono } from "hono";
import { exactly } from "./exact.mjs";

declare const guard: GuardedModelClient;

const app = express();
app.use(requestContext(guard));
app.use(
  requestContext<ExpressRequest>(guard, {
    trustedHops: 1,
    forwardedHeader: "forwarded",
    sessionId: (request) => request.get("x-session"),
    context: (request) => ({ metadata: { path: request.path } }),
  }),
);
app.get("/", (request, response) => void response.json(identityFromRequest(request)));

const server = fastify();
server.addHook("preHandler", requestContext(guard));
server.get("/", async (request) => identityFromRequest(request, { tenantId: { header: "x-t" } }));

const hono = new Hono();
hono.use(honoRequestContext(guard));
hono.use(honoRequestContext<Context>(guard, { sessionId: (context) => context.req.path }));
hono.get("/", (context) => context.json(identityFromRequest(context)));

const open = requestContext(guard);
createServer((request, response) => open(request, response, () => response.end()));

const { userAgent, ipAddress } = identityFromRequest(new Request("https://example.com"));
exactly<string | undefined>()(userAgent);
exactly<string | undefined>()(ipAddress);

const connection = { url: "redis://localhost" };
export const delivery = bullmqDelivery({ connection, queueName: "q", onFull: "required" });
export const worker = exactly<DeliveryWorker>()(
  await runDeliveryWorker({ connection, baseURL: "https://example.com", apiKey: () => "k" }),
);
