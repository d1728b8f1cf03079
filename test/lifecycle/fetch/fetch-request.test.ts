import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readBody, withBody, withText } from "../../../src/lifecycle/fetch/fetch-body.ts";
import {
  type FetchInit,
  type FetchInput,
  fetchTarget,
  hasContent,
} from "../../../src/lifecycle/fetch/fetch-request.ts";
import { fastest } from "../../masking/texts/fastest.ts";

const ADDRESS = "https://models.example/v1/chat/completions";
const BODY = '{"model":"model-a","messages":[]}';

describe("the target of a request", () => {
  it("is read from text, a URL or a Request, as fetch does", () => {
    const route = { method: "POST", path: "/v1/chat/completions" };
    const init = { method: "post" };
    for (const [input, own] of [
      [`${ADDRESS}?a=1#b`, init],
      [new URL(ADDRESS), init],
      [new Request(ADDRESS, init), undefined],
      [new Request(ADDRESS), init],
    ] as [FetchInput, FetchInit][]) {
      const target = fetchTarget(input, own);
      expect(target?.route).toEqual(route);
      expect(target?.url.hostname).toBe("models.example");
    }
    expect(fetchTarget(ADDRESS, undefined)?.route.method).toBe("GET");
  });

  it("has a path even if only the app's own fetch knows the host", () => {
    expect(fetchTarget("/v1/chat/completions", { method: "POST" })?.route).toEqual({
      method: "POST",
      path: "/v1/chat/completions",
    });
  });

  it("is read from a Request of another implementation", () => {
    const foreign = { url: ADDRESS, method: "POST", toString: () => "[object Request]" };
    expect(fetchTarget(foreign as never, undefined)).toMatchObject({
      route: { method: "POST", path: "/v1/chat/completions" },
    });
  });

  it("is read without touching the body", () => {
    const request = new Request(ADDRESS, { method: "POST", body: BODY });
    fetchTarget(request, undefined);
    expect(request.bodyUsed).toBe(false);
  });

  it("is undefined for an invalid address", () => {
    expect(fetchTarget("http://", undefined)).toBeUndefined();
  });
});

describe("a request body that is read for the check", () => {
  const bytes = new TextEncoder().encode(BODY);
  const bodies: [string, () => BodyInit][] = [
    ["text", () => BODY],
    ["bytes", () => bytes],
    ["a buffer", () => bytes.buffer as ArrayBuffer],
    ["a blob", () => new Blob([BODY])],
    ["a stream", () => new Blob([BODY]).stream()],
    ["a Node.js stream", () => Readable.from([Buffer.from(BODY)]) as unknown as BodyInit],
  ];
  it.each(bodies)("is the same whether it comes as %s", async (_name, body) => {
    const init = { method: "POST", body: body(), duplex: "half" } as RequestInit;
    expect((await readBody(ADDRESS, init)).text).toBe(BODY);
    const again = { ...init, body: body() };
    if (_name === "a Node.js stream") return;
    expect((await readBody(new Request(ADDRESS, again), undefined)).text).toBe(BODY);
  });

  it("is empty if there is none", async () => {
    for (const body of [undefined, null, ""]) {
      expect((await readBody(ADDRESS, { method: "POST", body } as RequestInit)).text).toBe("");
    }
    expect((await readBody(new Request(ADDRESS), undefined)).text).toBe("");
  });

  it("is the body of the options if both have one, as in fetch itself", async () => {
    const request = new Request(ADDRESS, { method: "POST", body: "of the request" });
    expect((await readBody(request, { body: BODY })).text).toBe(BODY);
  });

  const form = new FormData();
  form.set("prompt", "hello");
  const refused: [string, FetchInput, FetchInit][] = [
    ["a form", ADDRESS, { body: form }],
    ["search parameters", ADDRESS, { body: new URLSearchParams({ prompt: "hello" }) }],
    ["no text", ADDRESS, { body: Uint8Array.from([0xff, 0xfe, 0x00]) }],
    ["compressed", ADDRESS, { body: gzipSync(BODY), headers: { "Content-Encoding": "gzip" } }],
    [
      "compressed twice",
      ADDRESS,
      { body: BODY, headers: [["content-encoding", "identity, gzip"]] },
    ],
    [
      "compressed in a Request",
      new Request(ADDRESS, {
        method: "POST",
        body: gzipSync(BODY),
        headers: { "content-encoding": "br" },
      }),
      undefined,
    ],
    [
      "in a Request of another implementation",
      { url: ADDRESS, method: "POST", headers: {}, text: async () => BODY } as never,
      undefined,
    ],
    [
      "beside a Request of another implementation",
      { url: ADDRESS, method: "POST", headers: {}, text: async () => BODY } as never,
      { body: BODY },
    ],
  ];
  it.each(refused)("is refused when it is %s", async (_name, input, init) => {
    const reading = readBody(input, init);
    await expect(reading).rejects.toMatchObject({ code: "unguarded_request" });
  });

  it("is refused when it exceeds the size limit, without being read whole", async () => {
    let pulled = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(16 * 1024 * 1024));
      },
      cancel() {
        cancelled = true;
      },
    });
    await expect(readBody(ADDRESS, { body: endless })).rejects.toMatchObject({
      code: "unguarded_request",
    });
    expect(pulled).toBeLessThan(8);
    expect(cancelled).toBe(true);
  });

  it("is accepted with the content-encoding identity", async () => {
    const headers = { "content-encoding": "identity" };
    expect((await readBody(ADDRESS, { body: BODY, headers })).text).toBe(BODY);
  });
});

describe("what the real fetch gets", () => {
  it("is what the app passed, without the content-length of a changed body", async () => {
    const signal = new AbortController().signal;
    const init: RequestInit = {
      method: "POST",
      headers: { "Content-Length": "7", Authorization: "Bearer token", "x-own": "1" },
      body: BODY,
      redirect: "manual",
      signal,
    };
    const { input, init: sent } = withBody(
      ADDRESS,
      init,
      withText(await readBody(ADDRESS, init), "{}"),
    );
    expect(input).toBe(ADDRESS);
    expect(sent).toMatchObject({ method: "POST", body: "{}", redirect: "manual", signal });
    expect(Object.fromEntries(new Headers(sent.headers))).toEqual({
      authorization: "Bearer token",
      "x-own": "1",
    });
    expect(init.headers).toHaveProperty("Content-Length");
  });

  it("has no added headers if the app passed none", async () => {
    const init = { method: "POST", body: BODY };
    const { init: sent } = withBody(ADDRESS, init, await readBody(ADDRESS, init));
    expect(sent).toEqual({ method: "POST", body: BODY });
  });

  it("stays bytes if it was bytes", async () => {
    const init = { method: "POST", body: new TextEncoder().encode(BODY) };
    const { init: sent } = withBody(ADDRESS, init, withText(await readBody(ADDRESS, init), "{}"));
    expect(sent.body).toEqual(new TextEncoder().encode("{}"));
  });

  it("is text that can be sent twice, for a redirect, with the content type of a Blob", async () => {
    const init = { method: "POST", body: new Blob([BODY], { type: "application/json" }) };
    const { init: sent } = withBody(ADDRESS, init, withText(await readBody(ADDRESS, init), "{}"));
    expect(sent.body).toBe("{}");
    expect(new Headers(sent.headers).get("content-type")).toBe("application/json");
  });

  it("is a Request with all of the app's settings after its body was read", async () => {
    const given = new Request(ADDRESS, {
      method: "POST",
      body: BODY,
      headers: { "x-own": "1", "content-type": "application/json" },
      redirect: "error",
    });
    const read = withText(await readBody(given, undefined), "{}");
    const { input: request, init } = withBody(given, undefined, read);
    expect(request).toBeInstanceOf(Request);
    const sent = new Request(request as Request, init);
    expect([sent.method, sent.url, sent.redirect]).toEqual(["POST", ADDRESS, "error"]);
    expect(sent.headers.get("x-own")).toBe("1");
    expect(await sent.text()).toBe("{}");
  });

  it("prefers options over a Request, as fetch itself does", async () => {
    const given = new Request(ADDRESS, { method: "POST", body: "old", headers: { "x-own": "1" } });
    const own = { body: BODY, headers: { "x-own": "2" } };
    const { input: request, init } = withBody(given, own, await readBody(given, own));
    const sent = new Request(request as Request, init);
    expect(sent.headers.get("x-own")).toBe("2");
    expect(await sent.text()).toBe(BODY);
  });
});

describe("an empty request body", () => {
  it("is one of white space, or an empty JSON object", () => {
    for (const body of ["", " \n", "{}", " { \n} \ufeff"]) {
      expect(hasContent(ADDRESS, { body })).toBe(false);
    }
    for (const body of ["0", "{", "}", "{}{}", "{ a }", "[]", " { } x"]) {
      expect(hasContent(ADDRESS, { body })).toBe(true);
    }
  });

  it("is recognized in linear time among many blanks", () => {
    const blanks = " ".repeat(200_000);
    for (const body of [`${blanks}x`, `{${blanks}x`, `{}${blanks}x`, `${blanks}{${blanks}}x`]) {
      expect(fastest(() => hasContent(ADDRESS, { body }), 50)).toBeLessThan(250);
    }
  });
});
