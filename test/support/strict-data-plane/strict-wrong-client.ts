import { randomUUID } from "node:crypto";
import { FINALIZE_PATH, GUARD_PATH, INGEST_PATH } from "../../../src/contract/paths.ts";
import { SDK_VERSION } from "../../../src/version.ts";
import type { StrictDataPlane } from "./strict-data-plane.ts";

type Json = Record<string, unknown>;

/** A correct body with some fields replaced; undefined removes a field. */
export type Changes = Json;

/**
 * A hand-made client that does everything correctly, for tests that make it do one thing wrong.
 * Each method sends one request and resolves to the parsed response.
 */
export class HandMadeClient {
  readonly id: string;
  readonly plane: StrictDataPlane;
  headers: Record<string, string>;
  #guardEventId: unknown;
  #input = "";

  constructor(plane: StrictDataPlane, id: string = randomUUID()) {
    this.plane = plane;
    this.id = id;
    this.headers = { "x-service-api-key": plane.apiKey, "content-type": "application/json" };
  }

  async guard(changes: Changes = {}): Promise<Json> {
    const body = {
      system_id: this.plane.systemId,
      input: "How tall is the tower?",
      model: "model-1",
      client_event_id: this.id,
      request_identity: { user_agent: "test", tenant_id: "t" },
      client_capabilities: { framework: "none" },
      ...changes,
    };
    const answer = await this.post(GUARD_PATH, body);
    this.#guardEventId = answer.guard_event_id ?? undefined;
    this.#input = String(answer.transformed_input ?? body.input);
    return answer;
  }

  /** A correct event of this lifecycle. */
  event(changes: Changes = {}): Json {
    return {
      event_id: this.id,
      input: this.#input,
      output: "300 m",
      model: "model-1",
      timestamp: new Date().toISOString(),
      system_id: this.plane.systemId,
      latency: 12,
      usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 },
      client_capabilities: {
        sdk_version: SDK_VERSION,
        pii_masking_enabled: false,
        secret_masking_enabled: false,
      },
      metadata: this.metadata(),
      event_type: "complete",
      severity: "info",
      ...changes,
    };
  }

  metadata(changes: Changes = {}): Json {
    return {
      client_event_id: this.id,
      guard_event_id: this.#guardEventId,
      sdk_version: SDK_VERSION,
      ...changes,
    };
  }

  ingest(changes: Changes = {}): Promise<Json> {
    return this.post(INGEST_PATH, this.event(changes));
  }

  finalize(changes: Changes = {}): Promise<Json> {
    return this.post(FINALIZE_PATH, { client_event_id: this.id, sdk_ingest_ms: 7, ...changes });
  }

  async post(path: string, body: unknown, init: RequestInit = {}): Promise<Json> {
    const response = await fetch(this.plane.url + path, {
      method: "POST",
      headers: this.headers,
      body: typeof body === "string" ? body : JSON.stringify(body),
      redirect: "manual",
      ...init,
    });
    const text = await response.text();
    return text === "" ? {} : (JSON.parse(text) as Json);
  }
}
