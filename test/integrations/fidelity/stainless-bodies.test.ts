import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { type GuardedModelClient, guardErrorOf } from "../../../src/index.ts";
import { anthropicMessages, guardAnthropic } from "../../../src/integrations/anthropic.ts";
import { guardOpenAI, openaiChat, openaiResponses } from "../../../src/integrations/openai.ts";
import { completion, failure, json } from "../../support/models/model-answers.ts";
import { ALL_KINDS } from "../../support/models/openai-kinds.ts";
import { caught } from "../../support/outcomes.ts";
import { openStand, useStand } from "../../support/stands/stand.ts";

/** What the tests do with any client. */
interface Client {
  fetch(input: string | Request, init?: object): Promise<Response>;
  buildRequest(options: Prepared, ...more: unknown[]): Promise<Built>;
  fetchWithTimeout(url: string, init: { body?: unknown }, ...more: unknown[]): Promise<Response>;
  fetchOptions: object | undefined;
  prepareRequest(request: { body?: unknown }, details: object): Promise<void>;
  prepareOptions(options: Prepared): Promise<void>;
  withOptions(options: object): Client;
  post(path: string, options: object): Promise<unknown>;
  request(options: object): Promise<unknown>;
  delete(path: string, options: object): Promise<unknown>;
}

/** The argument of `prepareOptions` before each attempt. */
interface Prepared {
  body?: unknown;
  path?: string;
  fetchOptions?: object | undefined;
}

/** The request that the client builds from it for an attempt. */
interface Built {
  url: string;
  req: { method?: string; body?: unknown };
}

interface Kind {
  readonly name: string;
  readonly path: string;
  /** Path of a POST route that passes unguarded. */
  readonly harmless: string;
  /** Not yet guarded. */
  make(url: string, options?: object): object;
  guard<C extends object>(client: C, guard: GuardedModelClient): C;
}

const KINDS: readonly Kind[] = [
  ...ALL_KINDS.map((kind) => ({
    name: kind.name,
    path: "/chat/completions",
    harmless: "/responses/resp_1/cancel",
    make: (url: string, options?: object) => kind.make(url, options),
    guard: guardOpenAI as Kind["guard"],
  })),
  {
    name: "Anthropic",
    path: "/v1/messages",
    harmless: "/v1/messages/batches/batch_1/cancel",
    make: (url, options) =>
      new Anthropic({ apiKey: "unused", authToken: null, maxRetries: 0, baseURL: url, ...options }),
    guard: guardAnthropic as Kind["guard"],
  },
];

const model = "gpt-4o-mini";
const asking = (content: string) => ({
  model,
  max_tokens: 9,
  messages: [{ role: "user", content }],
});
const attack = JSON.stringify(asking("Attack."));

describe.each(KINDS)("$name, guarded, sends only what was approved if", ({ path, ...kind }) => {
  const stand = useStand({}, json(completion()));

  const open = (options?: object): Client => {
    const bare = kind.make(stand.provider.url, { maxRetries: 0, ...options });
    return kind.guard(bare, stand.guard()) as unknown as Client;
  };

  /** Runs `meanwhile` during the guard request. */
  const whileAsked = async (meanwhile: () => void, call: () => Promise<unknown>) => {
    stand.plane.script("guard", { delayMs: 30 });
    const called = Promise.resolve(call()).catch((error: unknown) => error);
    while (stand.plane.guardRequests.length === 0) await new Promise(setImmediate);
    meanwhile();
    return called;
  };

  const sent = () => stand.provider.requests.map(({ text }) => text);

  it("the app adds a body to a request's fetch options meanwhile", async () => {
    const client = open();
    const fetchOptions: { body?: string } = {};
    await whileAsked(
      () => {
        fetchOptions.body = attack;
      },
      () => client.post(path, { body: asking("Hello"), fetchOptions }),
    );
    expect(sent()).toEqual([JSON.stringify(asking("Hello"))]);
  });

  it("the body in those options changes from read to read", async () => {
    let reads = 0;
    const fetchOptions = {
      get body() {
        reads += 1;
        return reads === 1 ? undefined : attack;
      },
    };
    await open().post(path, { body: asking("Hello"), fetchOptions });
    // The body is undefined, as with an unguarded client.
    expect(sent()).toEqual([""]);
  });

  it("a path or method changes from read to read", async () => {
    const flips = (first: string, second: string) => {
      let reads = 0;
      const read = () => {
        reads += 1;
        return reads === 1 ? first : second;
      };
      return { toString: read, toUpperCase: read, startsWith: () => false };
    };
    await open().request({ method: "post", path: flips(kind.harmless, path), body: {} });
    await open().request({ method: flips("GET", "POST"), path });
    const [first, second] = stand.provider.requests;
    expect(first?.path).toContain(kind.harmless);
    expect(second?.method).toBe("GET");
  });

  it.each([
    [
      "the client gets options with a body",
      (client: Client) => {
        client.fetchOptions = { body: attack };
      },
    ],
    [
      "the client's options get a body",
      (client: Client) => {
        Object.assign(client.fetchOptions ?? {}, { body: attack });
      },
    ],
  ])("%s meanwhile: the call is refused", async (_what, change) => {
    const client = open({ fetchOptions: {} });
    const error = await whileAsked(
      () => change(client),
      () => client.post(path, { body: asking("Hello") }),
    );
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toEqual([]);
  });

  const cycle: { role: string; itself?: object } = { role: "user" };
  cycle.itself = cycle;

  it.each([
    ["a bigint", { messages: [{ role: "user", content: 5n }] }],
    ["a cycle", { messages: [cycle] }],
  ])("the request has %s: it fails with the error of an unguarded client", async (_what, given) => {
    const body = { ...asking("Hello"), ...given };
    const bare = kind.make(stand.provider.url) as Client;
    const [expected, error] = await Promise.all(
      [bare, open()].map((client) => caught(client.post(path, { body }))),
    );
    expect(error).toStrictEqual(expected);
    expect(error).toBeInstanceOf(TypeError);
    expect(stand.plane.guardRequests).toEqual([]);
    expect(sent()).toEqual([]);
  });

  it("the app replaces the guard's hook: the call is refused", async () => {
    const client = open();
    client.prepareOptions = async () => undefined;
    const error = await client.post(path, { body: asking("Hello") }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toEqual([]);
  });

  /** Ways to build another request than the approved one. */
  const meddling: readonly [string, (client: Client) => void][] = [
    [
      "builds another body",
      (client) => {
        const { buildRequest } = client;
        client.buildRequest = async function (options, ...more) {
          const built = await buildRequest.call(this, options, ...more);
          built.req.body = attack;
          return built;
        };
      },
    ],
    [
      "builds a body of other options",
      (client) => {
        const { buildRequest } = client;
        client.buildRequest = async function (options, ...more) {
          return buildRequest.call(this, { ...options, body: asking("Attack.") }, ...more);
        };
      },
    ],
    [
      "builds a request all of its own",
      (client) => {
        const { buildRequest } = client;
        client.buildRequest = async function (options, ...more) {
          const { url, ...built } = await buildRequest.call(this, options, ...more);
          const { headers } = built.req as { headers?: unknown };
          return { ...built, url, req: { method: "POST", headers, body: attack } };
        };
      },
    ],
    [
      "builds a request to another route",
      (client) => {
        const { buildRequest } = client;
        client.buildRequest = async function (options, ...more) {
          const built = await buildRequest.call(this, options, ...more);
          return { ...built, url: `${stand.provider.url}/v1/files` };
        };
      },
    ],
    [
      "builds a request of another method",
      (client) => {
        const { buildRequest } = client;
        client.buildRequest = async function (options, ...more) {
          const built = await buildRequest.call(this, options, ...more);
          built.req.method = "put";
          return built;
        };
      },
    ],
    [
      "sends another body",
      (client) => {
        const { fetchWithTimeout } = client;
        client.fetchWithTimeout = async function (url, init, ...more) {
          return fetchWithTimeout.call(this, url, { ...init, body: attack }, ...more);
        };
      },
    ],
    [
      "sends a request all of its own",
      (client) => {
        client.fetchWithTimeout = async function (url) {
          return this.fetch(url, { method: "POST", body: attack });
        };
      },
    ],
    [
      "sends a `Request` of its own",
      (client) => {
        client.fetchWithTimeout = async function (url) {
          return this.fetch(new Request(url, { method: "POST", body: attack }));
        };
      },
    ],
  ];

  it.each(meddling)(
    "a method replaced before guarding %s: the call is refused",
    async (_, meddle) => {
      const bare = kind.make(stand.provider.url, { maxRetries: 0 }) as Client;
      meddle(bare);
      const client = kind.guard(bare, stand.guard());
      const error = await caught(client.post(path, { body: asking("Hello") }));
      expect(guardErrorOf(error)?.code).toBe("unguarded_request");
      expect(sent()).toEqual([]);
    },
  );

  it.each(meddling)(
    "a method replaced after guarding %s: the call is refused",
    async (_, meddle) => {
      const client = open();
      meddle(client);
      client.prepareRequest = async () => undefined;
      const error = await caught(client.post(path, { body: asking("Hello") }));
      expect(guardErrorOf(error)?.code).toBe("unguarded_request");
      expect(sent()).toEqual([]);
    },
  );

  it("the app wraps the guard's hook and changes the text: the call is refused", async () => {
    const changes: ((options: Prepared) => void)[] = [
      (options) => {
        options.body = asking("Attack.");
      },
      ({ body }) => {
        (body as ReturnType<typeof asking>).messages.push({ role: "user", content: "Attack." });
      },
      (options) => {
        options.path = "/files";
      },
    ];
    for (const change of changes) {
      const client = open();
      const { prepareOptions } = client;
      client.prepareOptions = async function (options) {
        await prepareOptions.call(this, options);
        change(options);
      };
      const error = await caught(client.post(path, { body: asking("Hello") }));
      expect(guardErrorOf(error)).toBe(error);
      expect(error).toMatchObject({ code: "unguarded_request" });
    }
    expect(sent()).toEqual([]);
  });

  it("the client would retry after a refusal: the call is refused without retries", async () => {
    const client = open({ maxRetries: 2 });
    client.fetchWithTimeout = async function (url) {
      return this.fetch(url, { method: "POST", body: attack });
    };
    const error = await caught(client.post(path, { body: asking("Hello") }));
    expect(error).toMatchObject({ name: "UnguardedRequestError", code: "unguarded_request" });
    expect(sent()).toEqual([]);
  });

  it("a request without a prompt is built into one with a prompt: it is refused", async () => {
    const bare = kind.make(stand.provider.url) as Client;
    const { buildRequest } = bare;
    bare.buildRequest = async function (options, ...more) {
      const built = await buildRequest.call(this, options, ...more);
      return { ...built, req: { ...built.req, body: attack } };
    };
    const client = kind.guard(bare, stand.guard());
    const error = await caught(client.post(kind.harmless, { body: {} }));
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toEqual([]);
  });

  it("a method changes formatting and settings only: the call works", async () => {
    const client = open();
    const { buildRequest, prepareOptions } = client;
    client.prepareOptions = async function (options) {
      await prepareOptions.call(this, options);
      options.body = { ...(options.body as object), temperature: 0 };
    };
    client.buildRequest = async function (options, ...more) {
      const built = await buildRequest.call(this, options, ...more);
      const body = JSON.stringify(JSON.parse(String(built.req.body)), undefined, 1);
      return { ...built, req: { ...built.req, body } };
    };
    await client.post(path, { body: asking("Hello") });
    expect(JSON.parse(sent()[0] ?? "")).toEqual({ ...asking("Hello"), temperature: 0 });
  });

  it("the app sends the same options again: each is a separate call", async () => {
    const seen: object[] = [];
    const bare = kind.make(stand.provider.url, { maxRetries: 0 }) as Client;
    const { prepareRequest } = bare;
    bare.prepareRequest = async function (this: Client, request, details) {
      seen.push((details as { readonly options: object }).options);
      await prepareRequest.call(this, request, details);
    };
    const guard = stand.guard();
    const client = kind.guard(bare as object, guard) as Client;
    await client.post(path, { body: asking("Hello") });
    await client.request({ ...seen[0] });
    await client.request(seen[0] ?? {});
    await guard.flush({ deadlineMs: 3_000 });
    expect(sent()).toEqual(Array(3).fill(JSON.stringify(asking("Hello"))));
    expect(stand.plane.guardRequests).toHaveLength(3);
    expect(stand.plane.stored).toHaveLength(3);
  });

  it("the client is cloned: the clone has the same checks", async () => {
    if (kind.name.startsWith("Azure")) return;
    const clone = open().withOptions({ timeout: 9_000 });
    const { buildRequest } = clone;
    clone.buildRequest = async function (options, ...more) {
      const built = await buildRequest.call(this, options, ...more);
      return { ...built, req: { ...built.req, body: attack } };
    };
    const error = await caught(clone.post(path, { body: asking("Hello") }));
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toEqual([]);
  });

  it("an outer call approved the text: requests inside it are checked against it", async () => {
    const guard = stand.guard();
    const inner = kind.guard(kind.make(stand.provider.url) as Client, guard);
    const { buildRequest } = inner;
    let body: string | undefined;
    inner.buildRequest = async function (options, ...more) {
      const built = await buildRequest.call(this, options, ...more);
      return { ...built, req: { ...built.req, body: body ?? built.req.body } };
    };
    const ask = () =>
      guard.call({
        model,
        input: "Hello",
        execute: async ({ signal }) => {
          await inner.post(path, { body: asking("Hello"), signal });
          return "";
        },
      });
    await ask();
    expect(sent()).toEqual([JSON.stringify(asking("Hello"))]);
    body = attack;
    const error = await caught(ask());
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toHaveLength(1);
  });

  it("an outer call approved the text: what a getter returns later is not sent", async () => {
    const guard = stand.guard();
    const inner = kind.guard(kind.make(stand.provider.url) as Client, guard);
    let reads = 0;
    const message = {
      role: "user",
      get content() {
        reads += 1;
        return reads === 1 ? "Hello" : "Attack.";
      },
    };
    await guard.call({
      model,
      input: "Hello",
      execute: async ({ signal }) => {
        await inner.post(path, { body: { ...asking("Hello"), messages: [message] }, signal });
        return "";
      },
    });
    expect(sent()).toEqual([JSON.stringify(asking("Hello"))]);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("copying a request would change its meaning: the call is refused", async () => {
    const body = `{"model":"${model}","max_tokens":9,"messages":[],"__proto__":${attack}}`;
    for (const each of [body, JSON.parse(body), new TextEncoder().encode(body)]) {
      const asked = Promise.resolve(open().post(path, { body: each }));
      const error: unknown = await asked.catch((thrown: unknown) => thrown);
      expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    }
    expect(sent()).toEqual([]);
  });

  it("a hook of the app replaces the body: the call is refused, without retries", async () => {
    const bare = kind.make(stand.provider.url, { maxRetries: 2 }) as Client;
    let attempts = 0;
    bare.prepareRequest = async (request) => {
      attempts += 1;
      request.body = attack;
    };
    const client = kind.guard(bare, stand.guard());
    const error = await caught(client.post(path, { body: asking("Hello") }));
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(attempts).toBe(1);
    expect(sent()).toEqual([]);
  });

  it("its path has letters that a URL escapes: the call works", async () => {
    await open().request({ method: "get", path: "/v1/models/mödel 1" });
    expect(stand.provider.requests[0]?.path).toContain("/v1/models/m%C3%B6del%201");
  });

  it("a hook of the app changes only headers: the call works", async () => {
    const bare = kind.make(stand.provider.url) as Client;
    bare.prepareRequest = async (request) => {
      (request as { headers: Headers }).headers.set("x-prepared", "1");
    };
    await kind.guard(bare, stand.guard()).post(path, { body: asking("Hello") });
    expect(stand.provider.requests[0]?.headers["x-prepared"]).toBe("1");
  });

  /** A client whose first attempt fails, and whose app modifies the options of the second. */
  const openRetrying = (second: (options: Prepared) => void): Client => {
    stand.provider.answerWith((scene) => {
      (scene.turn === 0 ? failure(500) : json(completion()))(scene);
    });
    const bare = kind.make(stand.provider.url, { maxRetries: 1 }) as Client;
    let attempts = 0;
    bare.prepareOptions = async (options) => {
      attempts += 1;
      if (attempts === 2) second(options);
    };
    return kind.guard(bare, stand.guard());
  };

  it.each<[string, (options: Prepared) => void]>([
    [
      "puts another body into the options",
      (options) => {
        options.body = asking("Attack.");
      },
    ],
    [
      "adds to the body in the options",
      ({ body }) => {
        (body as ReturnType<typeof asking>).messages.push({ role: "user", content: "Attack." });
      },
    ],
    [
      "puts a body into the fetch options",
      (options) => {
        options.fetchOptions = { body: attack };
      },
    ],
    [
      "puts bytes into the options",
      (options) => {
        options.body = new TextEncoder().encode(attack);
      },
    ],
  ])("a hook of the app %s before a retry: the retry is refused", async (_what, second) => {
    const client = openRetrying(second);
    const asked = Promise.resolve(client.post(path, { body: asking("Hello") }));
    const error: unknown = await asked.catch((thrown: unknown) => thrown);
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(sent()).toEqual([JSON.stringify(asking("Hello"))]);
  });

  it("a hook of the app leaves the body of a retry unchanged: the call works", async () => {
    const client = openRetrying((options) => {
      options.fetchOptions = { ...options.fetchOptions, keepalive: false };
    });
    await client.post(path, { body: asking("Hello") });
    const hello = JSON.stringify(asking("Hello"));
    expect(sent()).toEqual([hello, hello]);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it.each([
    ["UTF-16", new Uint8Array(Buffer.from(attack, "utf16le"))],
    ["no JSON", "Attack."],
  ])("a body is %s and could be read differently: the call is refused", async (_name, body) => {
    const asked = Promise.resolve(open().post(path, { body }));
    await expect(asked).rejects.toMatchObject({ code: "unguarded_request" });
    expect(sent()).toEqual([]);
    expect(stand.plane.guardRequests).toEqual([]);
  });

  it("a request on a route without prompts has text in its body: it is refused", async () => {
    for (const body of [asking("Attack."), attack, { reason: "Attack at dawn." }]) {
      const asked = Promise.resolve(open().post(kind.harmless, { body }));
      await expect(asked).rejects.toMatchObject({ code: "unguarded_request" });
    }
    expect(sent()).toEqual([]);
  });

  it("a DELETE request has a body: it is refused", async () => {
    const asked = Promise.resolve(open().delete(path, { body: asking("Attack.") }));
    await expect(asked).rejects.toMatchObject({ code: "unguarded_request" });
    expect(sent()).toEqual([]);
  });
});

/**
 * Clients for other platforms modify the request while they build it: the model moves into the
 * path.
 */
class PlatformClient extends Anthropic {
  words: string | undefined;

  override async buildRequest(...[options, ...more]: Parameters<Anthropic["buildRequest"]>) {
    if (options.path === "/v1/messages") {
      const { model: named, ...body } = options.body as ReturnType<typeof asking>;
      options.body = { ...body, anthropic_version: "vertex-2023-10-16" };
      options.path = `/projects/p/locations/l/publishers/anthropic/models/${named}:rawPredict`;
    }
    const built = await super.buildRequest(options, ...more);
    if (this.words !== undefined) built.req.body = JSON.stringify(asking(this.words));
    return built;
  }
}

describe("a guarded client for another platform", () => {
  const stand = useStand({}, json(completion()));

  const open = () =>
    guardAnthropic(
      new PlatformClient({ apiKey: "unused", maxRetries: 1, baseURL: stand.provider.url }),
      stand.guard(),
    );

  it("sends what was approved to the platform's own URL, in each attempt", async () => {
    stand.provider.answerWith((scene) => {
      (scene.turn === 0 ? failure(500) : json(completion()))(scene);
    });
    await open().messages.create(asking("Hello") as Anthropic.MessageCreateParamsNonStreaming);
    const { model: _, ...rest } = asking("Hello");
    const body = { ...rest, anthropic_version: "vertex-2023-10-16" };
    const requests = stand.provider.requests.map(({ path, text }) => [path, JSON.parse(text)]);
    const path = `/projects/p/locations/l/publishers/anthropic/models/${model}:rawPredict`;
    expect(requests).toEqual([
      [path, body],
      [path, body],
    ]);
    expect(stand.plane.guardRequests).toHaveLength(1);
  });

  it("refuses a body whose text differs from what was approved", async () => {
    const client = open();
    client.words = "Attack.";
    const error = await caught(
      client.post("/v1/messages", { body: asking("Hello"), maxRetries: 0 }),
    );
    expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    expect(stand.provider.requests).toEqual([]);
  });
});

describe("a provider sends only what was approved if", () => {
  const options = [{ body: JSON.parse(attack) }, { fetchOptions: { body: attack } }];

  it.each(options)("its options have another body: the call is refused (%j)", async (given) => {
    const stand = await openStand({}, json(completion()));
    const guard = stand.guard();
    const anthropic = new Anthropic({ apiKey: "unused", baseURL: stand.provider.url });
    const provided = ALL_KINDS.flatMap((kind) => {
      const client = kind.make(stand.provider.url);
      return [openaiChat(client), openaiResponses(client)] as const;
    });
    for (const provider of [...provided, anthropicMessages(anthropic)]) {
      const request = { ...asking("Hello"), input: "Hello" };
      const call = guard.call({ provider, request, requestOptions: given } as never);
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      expect(guardErrorOf(error)?.code).toBe("unguarded_request");
    }
    expect(stand.provider.requests).toEqual([]);
    await stand.close();
  });
});

describe("the fetch options of a provider's call", () => {
  const stand = useStand({}, json(completion()));

  it.each(ALL_KINDS)("are read only once, with $name: a later body is not sent", async (kind) => {
    let reads = 0;
    const fetchOptions = {
      get body() {
        reads += 1;
        return reads === 1 ? undefined : attack;
      },
    };
    const provider = openaiChat(kind.make(stand.provider.url, { maxRetries: 0 }));
    const request = { model, messages: [{ role: "user" as const, content: "Hello" }] };
    const requestOptions = { fetchOptions } as object;
    await stand.guard().call({ provider, request, requestOptions });
    // The body is undefined, as with an unguarded client.
    expect(stand.provider.requests.map(({ text }) => text)).toEqual([""]);
  });
});
