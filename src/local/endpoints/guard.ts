import { randomUUID } from "node:crypto";
import { type GuardRequest, guardRequestSchema } from "../../contract/guard.ts";
import type { DecisionRow } from "../lifecycle-row.ts";
import type { Plane } from "../plane.ts";
import type { Policy, PolicyDecision, PolicyRequest } from "../policy/policy.ts";
import { type Answer, internalFailure, ok } from "../server/answer.ts";
import { refuseKey, refuseSystem } from "../server/authenticate.ts";
import { readPayload } from "../server/payload.ts";
import type { ReceivedRequest } from "../server/received-request.ts";

/**
 * `POST /api/v1/guard`: asks the policy and records the lifecycle. Asynchronous only if the policy
 * is.
 */
export function answerGuard(request: ReceivedRequest, plane: Plane): Answer | Promise<Answer> {
  const refusedKey = refuseKey(request, plane.apiKey);
  if (refusedKey !== undefined) return refusedKey;
  const payload = readPayload(request, guardRequestSchema);
  if (!payload.ok) return payload.answer;
  const refusedSystem = refuseSystem(payload.value.system_id, plane.systemId);
  if (refusedSystem !== undefined) return refusedSystem;
  return decide(policyRequestOf(payload.value), plane);
}

function policyRequestOf(body: GuardRequest): PolicyRequest {
  return {
    input: body.input,
    clientEventId: body.client_event_id ?? randomUUID(),
    model: body.model,
    userId: body.user_id,
    requestIdentity: body.request_identity,
    clientCapabilities: body.client_capabilities,
  };
}

function decide(request: PolicyRequest, plane: Plane): Answer | Promise<Answer> {
  try {
    const decision = plane.policy(request);
    return isPromise(decision)
      ? Promise.resolve(decision)
          .then((decided) => conclude(request, decided, plane))
          .catch(policyFailure)
      : conclude(request, decision, plane);
  } catch (error) {
    return policyFailure(error);
  }
}

/**
 * Recognized by its shape: promises of another realm, in which test runners run tests, are not
 * instances of our `Promise`.
 */
function isPromise(decision: ReturnType<Policy>): decision is Promise<PolicyDecision> {
  return typeof (decision as { readonly then?: unknown } | undefined)?.then === "function";
}

function policyFailure(error: unknown): Answer {
  return internalFailure("policy_failed", error);
}

function conclude(request: PolicyRequest, decision: PolicyDecision, plane: Plane): Answer {
  const { clientEventId, ...guard } = request;
  const row = decisionRowOf(decision, request.input);
  plane.store.guarded(clientEventId, guard, row);
  return ok({
    client_event_id: clientEventId,
    guard_event_id: row.guardEventId,
    allowed: row.allowed,
    reason: row.reason,
    transformed_input: row.transformedInput,
    shadow_mode: row.shadowMode,
    simulated_decision: row.simulatedDecision,
  });
}

function decisionRowOf(decision: PolicyDecision, input: string): DecisionRow {
  if (typeof decision?.allowed !== "boolean") {
    throw new TypeError("The policy must return { allowed: true or false, ... }.");
  }
  for (const [name, own] of Object.entries(OWN_NAMES)) {
    if (name in decision) throw new TypeError(`The policy must return ${own} instead of ${name}.`);
  }
  const rewrite = decision.allowed ? decision.transformedInput : undefined;
  return {
    allowed: decision.allowed,
    reason: decision.reason ?? null,
    transformedInput: rewrite === undefined || rewrite === input ? null : rewrite,
    guardEventId: randomUUID(),
    shadowMode: decision.shadowMode ?? false,
    simulatedDecision: jsonOf(decision.simulatedDecision),
  };
}

/** A decision with the contract's names would be an allow without its rewrite. */
const OWN_NAMES: Readonly<Record<string, keyof PolicyDecision>> = {
  transformed_input: "transformedInput",
  shadow_mode: "shadowMode",
  simulated_decision: "simulatedDecision",
};

/** Checked before anything is stored: a value that cannot be serialized would break the console. */
function jsonOf(simulatedDecision: unknown): unknown {
  JSON.stringify(simulatedDecision);
  return simulatedDecision ?? null;
}
