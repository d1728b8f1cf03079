import type { Gate } from "../../lifecycle/gate.ts";
import { prepare } from "../../lifecycle/prepare.ts";
import { isApprovedAlready } from "../../lifecycle/run-in-lifecycle.ts";
import type { AnyCodec } from "../../providers/provider.ts";
import type { Approver } from "./clearance.ts";
import type { RequestOptions } from "./client-shape.ts";
import { readRequestBody, refuseUnapproved } from "./request-body.ts";

/** For requests without a prompt: nothing but what was inspected may be sent. */
export const NOTHING_ELSE: Approver = { assertApproved: refuseUnapproved };

/** For routes that the app allows unguarded. */
export const ANYTHING: Approver = { assertApproved() {} };

/** What {@link NestedCall} needs. */
interface NestedCallParts {
  readonly gate: Gate;
  readonly codec: AnyCodec;
  readonly options: RequestOptions;
}

/** For calls that an enclosing lifecycle has approved. */
export class NestedCall implements Approver {
  readonly #parts: NestedCallParts;

  constructor(parts: NestedCallParts) {
    this.#parts = parts;
  }

  assertApproved(body: unknown): void {
    const { gate, codec, options } = this.#parts;
    const { request } = readRequestBody(body, codec.takesForms);
    if (!isApprovedAlready(gate, prepare(codec, request).prompt, options)) refuseUnapproved();
  }
}
