import * as z from "zod";
import { type Answer, refuse } from "./answer.ts";
import type { ReceivedRequest } from "./received-request.ts";

/** A valid body, or the 400 or 413 for an invalid one. */
export type Payload<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly answer: Answer };

/** Validates a request's body against its schema. */
export function readPayload<T>(request: ReceivedRequest, schema: z.ZodType<T>): Payload<T> {
  if (request.bodyKind === "too-large") {
    return { ok: false, answer: refuse(413, { error: "Request body exceeds 4 MiB" }) };
  }
  if (request.bodyKind !== "json") {
    return { ok: false, answer: refuse(400, { error: "Invalid JSON" }) };
  }
  const parsed = schema.safeParse(request.body);
  if (parsed.success) return { ok: true, value: parsed.data };
  const details = z.flattenError(parsed.error);
  return { ok: false, answer: refuse(400, { error: "Invalid payload", details }) };
}
