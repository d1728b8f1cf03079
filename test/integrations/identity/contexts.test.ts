import { describe, expect, it } from "vitest";
import {
  ConfigurationError,
  type GuardedModelClient,
  type Lifecycle,
  lifecycleOf,
} from "../../../src/index.ts";
import { useStand } from "../../support/stands/stand.ts";

const model = "any-model";
const input = "How are you?";
const execute = () => "All is well.";
const given = crypto.randomUUID();

describe("the context of a call", () => {
  const stand = useStand({
    callerIds: [given],
    allowUnguarded: (event) => event.event_type === "human_override",
  });

  const call = async (guard: GuardedModelClient, context: object = {}) => {
    const result = await guard.call({ model, input, execute, ...context });
    await result.delivery;
    return stand.plane.stored.find((event) => event.event_id === result.clientEventId);
  };

  it("is merged from defaults, child, scope and call, in increasing priority", async () => {
    const guard = stand.guard({
      defaults: {
        userId: "default",
        requestIdentity: { userAgent: "app/1", tenantId: "acme", geo: "NO" },
        clientCapabilities: { framework: "none" },
        metadata: { a: 1, b: { deep: 1 } },
      },
    });
    const child = guard.child({
      requestIdentity: { tenantId: "globex" },
      metadata: { b: 2 },
      clientCapabilities: { hasFeedbackHandler: true },
    });
    const event = await child.withContext({ userId: "scope", metadata: { c: 3 } }, () =>
      call(child, { metadata: { c: 4, d: undefined }, requestIdentity: { sessionId: "s1" } }),
    );
    expect(stand.plane.guardRequests[0]?.body).toMatchObject({
      user_id: "scope",
      request_identity: { user_agent: "app/1", tenant_id: "globex" },
      client_capabilities: { framework: "none" },
      system_id: stand.plane.systemId,
    });
    expect(event).toMatchObject({
      user_id: "scope",
      request_identity: {
        user_agent: "app/1",
        tenant_id: "globex",
        geo: "NO",
        session_id: "s1",
      },
      client_capabilities: {
        framework: "none",
        has_feedback_handler: true,
        pii_masking_enabled: false,
        secret_masking_enabled: false,
      },
      metadata: { a: 1, b: 2, c: 4 },
      system_id: stand.plane.systemId,
    });
    expect(event?.metadata).not.toHaveProperty("d");
    // The parent is unchanged.
    expect(await call(guard)).toMatchObject({ user_id: "default", metadata: { a: 1 } });
  });

  it("cannot be overridden by metadata", async () => {
    const event = await call(stand.guard(), {
      metadata: { client_event_id: given, sdk_version: "0", outcome: "denied", mine: true },
    });
    expect(event?.metadata).toMatchObject({
      client_event_id: event?.event_id,
      outcome: "complete",
      mine: true,
    });
  });

  it("applies to every call started inside its scope, and to none outside", async () => {
    const guard = stand.guard();
    const [inside, outside] = await Promise.all([
      guard.withContext({ userId: "inside" }, async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        return Promise.all([
          call(guard),
          guard.withContext({ userId: "deeper" }, () => call(guard)),
        ]);
      }),
      call(guard),
    ]);
    expect(inside.map((event) => event?.user_id)).toEqual(["inside", "deeper"]);
    expect(outside?.user_id).toBeUndefined();
    expect(guard.withContext({}, () => "as it is")).toBe("as it is");
  });

  it("may be an instance of a class, whose getters its prototype has", async () => {
    class RequestScope {
      readonly #user = "user-7";
      get userId() {
        return this.#user;
      }
      get metadata() {
        return { team: "search" };
      }
    }
    const guard = stand.guard();
    const scoped = await guard.withContext(new RequestScope(), () => call(guard));
    const own = await call(guard.child(new RequestScope()));
    for (const event of [scoped, own]) {
      expect(event).toMatchObject({ user_id: "user-7", metadata: { team: "search" } });
    }
  });

  it("may be part of a call, a stream or an event that is an instance of a class", async () => {
    class Asked {
      readonly #user = "user-7";
      readonly model = "m";
      readonly input = "Hello.";
      get userId() {
        return this.#user;
      }
      get metadata() {
        return { team: "search" };
      }
    }
    class AskedToCall extends Asked {
      readonly execute = async () => "Hi.";
    }
    class AskedToStream extends Asked {
      async *execute() {
        yield "Hi.";
      }
    }
    class Noted extends Asked {
      readonly eventType = "human_override";
      readonly output = "Hi.";
    }
    const guard = stand.guard();
    await guard.call(new AskedToCall());
    for await (const _ of await guard.stream(new AskedToStream()));
    await guard.record(new Noted());
    await guard.flush();
    const told = { user_id: "user-7", metadata: { team: "search" } };
    const asked = stand.plane.guardRequests.map(({ body }) => body);
    expect(asked).toMatchObject([{ user_id: "user-7" }, { user_id: "user-7" }]);
    expect(stand.plane.stored).toMatchObject([told, told, told]);
  });

  it("may have an identity and capabilities that are instances of classes", async () => {
    class Visitor {
      readonly #address = "192.0.2.7";
      readonly plan = "free";
      get ipAddress() {
        return this.#address;
      }
      get userAgent() {
        return "browser";
      }
    }
    class App {
      get framework() {
        return "next";
      }
    }
    const context = { requestIdentity: new Visitor(), clientCapabilities: new App() };
    const event = await call(stand.guard().child(context as object));
    expect(event).toMatchObject({
      request_identity: { ip_address: "192.0.2.7", user_agent: "browser", plan: "free" },
      client_capabilities: { framework: "next" },
    });
  });

  it("does not apply to other clients", async () => {
    const [one, other] = [stand.guard(), stand.guard()];
    const event = await one.withContext({ userId: "jane" }, () => call(other));
    expect(event?.user_id).toBeUndefined();
  });

  it("uses the caller's id once, and then a new one that refers to it", async () => {
    const guard = stand.guard();
    expect((await call(guard, { clientEventId: given }))?.event_id).toBe(given);
    const again = await call(guard, { clientEventId: given });
    expect(again?.event_id).not.toBe(given);
    expect(again?.metadata).toMatchObject({ parent_client_event_id: given });
  });

  it("has one id from guard to finalize, and refers to the guard's event", async () => {
    const event = await call(stand.guard());
    const [guarded] = stand.plane.guardRequests;
    const [finalized] = stand.plane.finalizeRequests;
    expect(guarded?.body.client_event_id).toBe(event?.event_id);
    expect(finalized?.body.client_event_id).toBe(event?.event_id);
    expect(event?.metadata?.guard_event_id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("reports the lifecycle synchronously as it starts", async () => {
    const guard = stand.guard();
    const seen: Lifecycle[] = [];
    const calling = guard.call({
      model,
      input,
      execute,
      onLifecycle: (started) => seen.push(started),
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ operation: "execute", model });
    const result = await calling;
    expect(seen[0]?.clientEventId).toBe(result.clientEventId);
    expect(await seen[0]?.outcome).toBe("complete");
    expect(lifecycleOf(result.response)).toBeUndefined();
    expect(lifecycleOf({})).toBeUndefined();
  });

  it.each<readonly [string, object]>([
    ["clientEventId", { clientEventId: "no uuid" }],
    ["userId", { userId: "" }],
    ["userId", { userId: "x".repeat(129) }],
    ["metadata", { metadata: [] }],
    ["metadata", { metadata: { big: 1n } }],
    ["requestIdentity", { requestIdentity: "jane" }],
    ["requestIdentity.geo", { requestIdentity: { geo: 5 } }],
    ["signal", { signal: {} }],
    ["onLifecycle", { onLifecycle: "me" }],
    ["model", { model: "" }],
    ["input", { input: 5 }],
    ["execute", { execute: "me" }],
  ])("is rejected with an error that names %s, and nothing is sent", async (field, wrong) => {
    const guard = stand.guard();
    const error = await call(guard, wrong).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain(field);
    expect(stand.plane.guardRequests).toEqual([]);
    expect(guard.stats().created).toBe(0);
  });

  it("requires a function in withContext", () => {
    const guard = stand.guard();
    const forgetful = (): unknown => guard.withContext({ userId: "jane" }, undefined as never);
    expect(forgetful).toThrow(ConfigurationError);
    expect(forgetful).toThrow("work must be a function");
  });

  it("also applies to recorded events", async () => {
    const guard = stand.guard({ defaults: { userId: "jane" } });
    const outcome = await guard.record({
      ...{ eventType: "human_override", input: "yes", output: "no", model },
      ...{ clientEventId: given, metadata: { by: "operator" } },
    });
    expect(outcome).toMatchObject({ status: "delivered", finalized: "skipped" });
    expect(outcome.eventId).not.toBe(given);
    expect(stand.plane.stored).toMatchObject([
      {
        event_id: outcome.eventId,
        event_type: "human_override",
        severity: "info",
        user_id: "jane",
        metadata: { client_event_id: given, by: "operator" },
      },
    ]);
    expect(stand.plane.finalizeRequests).toEqual([]);
  });
});
