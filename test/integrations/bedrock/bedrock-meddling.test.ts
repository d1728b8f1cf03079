import {
  ConverseCommand,
  GetAsyncInvokeCommand,
  InvokeModelCommand,
  ListAsyncInvokesCommand,
  StartAsyncInvokeCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { HttpRequest } from "@smithy/core/protocols";
import { describe, expect, it } from "vitest";
import { lifecycleOf, UnguardedRequestError } from "../../../src/index.ts";
import { guardBedrock } from "../../../src/integrations/bedrock.ts";
import {
  add,
  addRelativeTo,
  endOf,
  greeting,
  type Meddler,
  namesOn,
  PLACES,
  replaces,
  writesLate,
  writesOver,
} from "../../support/clients/meddling.ts";
import {
  asking,
  attack,
  hello,
  modelId,
  useBedrockStand,
} from "../../support/models/bedrock-stand.ts";
import { caught } from "../../support/outcomes.ts";

const stand = useBedrockStand();

const meddlings = { replaces, writesOver, writesLate };

describe.each(Object.entries(meddlings))("middleware that %s", (name, meddling) => {
  const meddler = meddling(structuredClone(attack));

  it.each(PLACES)(
    "at step $step, priority $priority, cannot send unapproved text",
    async (place) => {
      const before = stand.clientOf();
      add(before, meddler, place);
      const behind = stand.guarded();
      add(behind, meddler, place);
      const command = new ConverseCommand(structuredClone(hello));
      add(command, meddler, place);
      const ends = [
        await endOf(stand, guardBedrock(before, stand.guard())),
        await endOf(stand, behind),
        await endOf(stand, stand.guarded(), command),
      ];
      for (const end of ends) {
        // Either the guard sees the input or the input is ignored; a changed request is refused.
        if (end instanceof UnguardedRequestError) expect(place.step).not.toBe("initialize");
        else expect(end).toBe(name === "writesLate" ? "sent" : "denied");
      }
    },
  );
});

describe("an app's middleware", () => {
  it("cannot send unapproved text at any relative position", async () => {
    const names = namesOn(stand.guarded());
    expect(names.length).toBeGreaterThan(8);
    for (const toMiddleware of names) {
      for (const relation of ["before", "after"] as const) {
        const client = stand.guarded();
        addRelativeTo(client, replaces(attack), { relation, toMiddleware });
        const command = greeting();
        addRelativeTo(command, replaces(attack), { relation, toMiddleware });
        expect(await endOf(stand, client), `${relation} ${toMiddleware}`).not.toBe("sent");
        expect(await endOf(stand, stand.guarded(), command)).not.toBe("sent");
      }
    }
  });

  it("that changes an approved request gets an error that says what to do, with one event", async () => {
    const client = stand.guarded();
    add(client, replaces(asking("Other words.")), { step: "finalizeRequest", priority: "low" });
    const error = await caught(client.send(greeting()));
    expect(error).toMatchObject({ name: "UnguardedRequestError", code: "unguarded_request" });
    expect(error.message).toMatch(/changed the body .* behind its guard; nothing was sent/);
    expect(error.message).toMatch(/before the serializer/);
    expect(error.message).not.toContain("words");
    const lifecycle = lifecycleOf(error);
    expect(lifecycle?.clientEventId).toBe((error as UnguardedRequestError).clientEventId);
    expect(await lifecycle?.outcome).toBe("error");
    expect(stand.provider.requests).toEqual([]);
    expect(await stand.events()).toEqual([
      expect.objectContaining({ event_type: "error", input: "How are you?", output: "" }),
    ]);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("cannot change the model or the method of a command", async () => {
    for (const change of [{ path: "/model/other.model/converse" }, { method: "PUT" }]) {
      const client = stand.guarded();
      add(
        client,
        (next) => (args) => {
          Object.assign(args.request as object, change);
          return next(args);
        },
        { step: "build" },
      );
      const error = await caught(client.send(greeting()));
      expect(error).toBeInstanceOf(UnguardedRequestError);
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("cannot change the bytes of a model's own format, or replace them by a stream", async () => {
    const body = new TextEncoder().encode(JSON.stringify({ prompt: "How are you?" }));
    const meddlers: Meddler[] = [
      (next) => (args) => {
        const { body: bytes } = args.request as { body: Uint8Array };
        bytes.set(new TextEncoder().encode("Why"), bytes.indexOf("H".charCodeAt(0)));
        return next(args);
      },
      (next) => (args) => {
        const request = HttpRequest.clone(args.request as HttpRequest);
        request.body = new ReadableStream();
        return next({ ...args, request });
      },
    ];
    for (const meddler of meddlers) {
      const client = stand.guarded();
      add(client, meddler, { step: "deserialize", priority: "low" });
      const error = await caught(client.send(new InvokeModelCommand({ modelId, body })));
      expect(error).toBeInstanceOf(UnguardedRequestError);
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("cannot turn a command without a prompt into one with a prompt", async () => {
    const meddler: Meddler = (next) => (args) => {
      const { messages } = attack;
      Object.assign(args.request as object, {
        method: "POST",
        path: `/model/${modelId}/converse`,
        body: JSON.stringify({ messages }),
      });
      return next(args);
    };
    const late = { step: "build", priority: "low" };
    const nearest = { relation: "after", toMiddleware: "serializerMiddleware" };
    const harmless = () => new GetAsyncInvokeCommand({ invocationArn: "arn:aws:bedrock:x" });
    for (const unguardedRequests of ["refuse", "allow"] as const) {
      const clients = [late, nearest].map((place) => {
        const client = guardBedrock(stand.clientOf(), stand.guard(), { unguardedRequests });
        (place === late ? add : addRelativeTo)(client, meddler, place);
        return client;
      });
      for (const client of clients) {
        const commands = [harmless(), new ListAsyncInvokesCommand({})];
        if (unguardedRequests === "allow") {
          commands.push(new StartAsyncInvokeCommand({ modelId } as never) as never);
        }
        for (const command of commands) {
          const error = await caught(client.send(command as GetAsyncInvokeCommand));
          expect(error).toBeInstanceOf(UnguardedRequestError);
        }
      }
    }
    expect(stand.provider.requests).toEqual([]);
  });

  it("cannot give a body to a command without a prompt", async () => {
    const client = stand.guarded();
    const meddler: Meddler = (next) => (args) => {
      Object.assign(args.request as object, { body: JSON.stringify(attack.messages) });
      return next(args);
    };
    addRelativeTo(client, meddler, { relation: "after", toMiddleware: "serializerMiddleware" });
    const command = new GetAsyncInvokeCommand({ invocationArn: "arn:aws:bedrock:x" });
    expect(await caught(client.send(command))).toBeInstanceOf(UnguardedRequestError);
    expect(stand.provider.requests).toEqual([]);
  });
});
