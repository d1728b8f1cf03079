import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createMasker,
  defineMasker,
  type MaskedText,
  type Masker,
  type MaskingSession,
} from "../../src/masking/index.ts";
import { maskerContract } from "../../src/testing/index.ts";

const MAIL = "ada@example.com";
const PHONE = "+44 20 7946 0958";

describe("the local masker", () => {
  const samples = [
    { text: `Write to ${MAIL} or call ${PHONE}; ${MAIL} is better.`, values: [MAIL, PHONE] },
    { text: `{"mail":"${MAIL}"}`, values: [MAIL] },
  ];
  const clean = ["What is the capital of Norway?", "version 1.2.3 of 2024-05-06"];
  for (const each of maskerContract({ make: () => createMasker(), samples, clean })) {
    it(each.title, each.run);
  }
  const angled = () => createMasker({ placeholder: "<{type}:{n}>" });
  for (const each of maskerContract({ make: angled, samples })) {
    it(`${each.title}, with placeholders of another form`, each.run);
  }
});

describe("a masker that asks a service for names", () => {
  const NAMES = ["Ada Lovelace", "Grace Hopper"];
  let server: Server;
  let url = "";

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let text = "";
      for await (const piece of request) text += piece;
      response.end(JSON.stringify(spansIn(JSON.parse(text))));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const spansIn = (text: string) =>
    NAMES.flatMap((name) =>
      [...text.matchAll(new RegExp(name, "g"))].map(({ index }) => {
        return { start: index, end: index + name.length, type: "person" };
      }),
    );
  const make = (): Masker =>
    defineMasker({
      capabilities: { pii: true, secrets: false },
      find: async (text) => {
        const answer = await fetch(url, { method: "POST", body: JSON.stringify(text) });
        return (await answer.json()) as ReturnType<typeof spansIn>;
      },
    });
  const samples = [{ text: "Ada Lovelace met Grace Hopper and Ada Lovelace.", values: NAMES }];
  const clean = ["Nobody was there."];
  for (const each of maskerContract({ make, samples, clean })) it(each.title, each.run);
});

describe("the masker contract suite detects a masker that", () => {
  const samples = [
    { text: `Write to ${MAIL}.`, values: [MAIL] },
    { text: `${MAIL} is ${MAIL}.`, values: [MAIL] },
  ];
  const broken = async (own: (masker: Masker) => Masker): Promise<string[]> => {
    const failed: string[] = [];
    const make = (): Masker => own(createMasker());
    const clean = ["What is the capital of Norway?"];
    for (const { title, run } of maskerContract({ make, samples, clean, answerWithinMs: 50 })) {
      await run().catch(() => failed.push(title.replace(/ \(.*/, "")));
    }
    return failed;
  };

  it("finds nothing", async () => {
    const blind = createMasker({ pii: false, secrets: false });
    const failed = await broken(() => blind);
    expect(failed).toContain("hides every value");
  });

  it("is tested with a sample whose value is not in its text", () => {
    const misspelt = [{ text: `Write to ${MAIL}.`, values: [MAIL, `${MAIL}.uk`] }];
    const make = () => createMasker();
    expect(() => maskerContract({ make, samples: misspelt })).toThrow(
      /sample 1: value 2 does not stand in the text/,
    );
    expect(() => maskerContract({ make, samples: [{ text: "Hello.", values: [] }] })).toThrow(
      /sample 1: it needs at least one value/,
    );
  });

  it("shares values between sessions", async () => {
    const session = createMasker().open();
    const failed = await broken((masker) => ({ ...masker, open: () => session }));
    expect(failed).toContain("keeps sessions apart");
  });

  /** A correct masker with one changed session method. */
  const spoiled =
    (own: (session: MaskingSession) => Partial<MaskingSession>) =>
    (masker: Masker): Masker => ({
      ...masker,
      open() {
        const session = masker.open();
        return { ...session, ...own(session) };
      },
    });
  const masked = (session: MaskingSession, text: string): MaskedText =>
    session.mask(text) as MaskedText;
  let count = 0;
  let busy = false;
  let underWay = 0;

  it.each<[string, unknown]>([
    ["parts must be an object", undefined],
    ["make must be a function", { samples: [] }],
    ["make must be a function", { make: createMasker(), samples: [] }],
    ["samples must be an array", { make: createMasker }],
    ["samples.0.values must be an array", { make: createMasker, samples: [{ text: MAIL }] }],
    ["samples.0.text must be a string", { make: createMasker, samples: [{ values: [MAIL] }] }],
    ["cleans is no known part", { make: createMasker, samples: [], cleans: [] }],
  ])("is tested with wrong parts, which are named: %s", (said, parts) => {
    expect(() => maskerContract(parts as never)).toThrow(`maskerContract: ${said}`);
  });

  it("is tested without a sample", () => {
    expect(() => maskerContract({ make: () => createMasker(), samples: [] })).toThrow(
      /needs at least one sample/,
    );
  });

  it.each<[string, string, (masker: Masker) => Masker]>([
    [
      "leaves a part of a value",
      "hides every value",
      spoiled((session) => ({
        mask: (text) => {
          const [span, ...others] = masked(session, text).spans;
          if (span === undefined || others.length > 0) return session.mask(text);
          const end = span.end - 4;
          return {
            text: text.slice(0, span.start) + span.placeholder + text.slice(end),
            spans: [{ ...span, end }],
          };
        },
      })),
    ],
    [
      "masks a value only where it stands first",
      "hides every value",
      spoiled((session) => ({
        mask: (text) => {
          const [span] = masked(session, text).spans;
          if (span === undefined) return { text, spans: [] };
          const { start, end, placeholder } = span;
          return { text: text.slice(0, start) + placeholder + text.slice(end), spans: [span] };
        },
      })),
    ],
    [
      "gives offsets as texts",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          const spans = result.spans.map((span) => ({ ...span, start: `${span.start}` }));
          return { ...result, spans: spans as never };
        },
      })),
    ],
    [
      "gives empty spans",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          const nothing = { start: 0, end: 0, type: "NONE", placeholder: "" };
          return { ...result, spans: [nothing, ...result.spans] };
        },
      })),
    ],
    [
      "hands out another session's vault",
      "keeps sessions apart",
      spoiled(() => ({ vault: createMasker().open().vault })),
    ],
    [
      "numbers texts apart that come at once",
      "masks several texts at once",
      spoiled((session) => ({
        mask: async (text) => {
          underWay += 1;
          const nth = underWay;
          await Promise.resolve();
          underWay -= 1;
          const result = masked(session, text);
          return { ...result, text: result.text.replaceAll("_1]", `_${nth}]`) };
        },
      })),
    ],
    [
      "masks placeholders of others",
      "gives no placeholder that stands in a text already",
      spoiled((session) => ({
        mask: (text) =>
          text.startsWith("Somebody") ? { text: "Somebody wrote.", spans: [] } : session.mask(text),
      })),
    ],
    [
      "leaves a value where it stands twice",
      "gives the same value the same placeholder throughout a session",
      spoiled((session) => ({
        mask: (text) => (text.includes("\n") ? { text, spans: [] } : session.mask(text)),
      })),
    ],
    [
      "gives spans that are no numbers",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, spans: result.spans.map((span) => ({ ...span, start: Number.NaN })) };
        },
      })),
    ],
    [
      "gives spans outside of the text",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          const spans = result.spans.map((span) => ({ ...span, end: span.end + 1_000 }));
          return { ...result, spans };
        },
      })),
    ],
    [
      "gives each span twice",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, spans: result.spans.flatMap((span) => [span, span]) };
        },
      })),
    ],
    [
      "does not say what its spans are",
      "leaves everything around its spans as it was",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, spans: result.spans.map((span) => ({ ...span, type: "" })) };
        },
      })),
    ],
    [
      "trims the text",
      "takes every text there is",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, text: result.text.trim() };
        },
      })),
    ],
    [
      "takes the ends of lines for others",
      "takes every text there is",
      spoiled((session) => ({ mask: (text) => session.mask(text.replaceAll("\r\n", "\n")) })),
    ],
    [
      "gives characters another form",
      "takes every text there is",
      spoiled((session) => ({ mask: (text) => session.mask(text.normalize("NFC")) })),
    ],
    [
      "drops a byte order mark",
      "takes every text there is",
      spoiled((session) => ({ mask: (text) => session.mask(text.replace(/^\ufeff/, "")) })),
    ],
    [
      "masks its own placeholders",
      "changes nothing when it masks again",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, text: text.includes("[") ? `${result.text}!` : result.text };
        },
      })),
    ],
    [
      "numbers across conversations",
      "gives equal placeholders to equal conversations",
      (masker) => {
        count += 1;
        return {
          ...masker,
          open: () => createMasker({ placeholder: `[{type}_N${count++}_{n}]` }).open(),
        };
      },
    ],
    [
      "fails when it is asked twice at once",
      "masks several texts at once",
      spoiled((session) => ({
        mask: async (text) => {
          if (busy) throw new Error("busy");
          busy = true;
          await Promise.resolve();
          busy = false;
          return session.mask(text);
        },
      })),
    ],
    [
      "does not look for placeholders that are there",
      "gives no placeholder that stands in a text already",
      spoiled(() => ({ reserve: () => undefined })),
    ],
    [
      "prints what it hides",
      "shows no value when its vault is printed",
      spoiled((session) => {
        const vault = Object.assign(Object.create(session.vault), { seen: MAIL });
        for (const name of ["size", "originalOf", "placeholders", "toJSON"] as const) {
          const member = session.vault[name];
          const value =
            name === "toJSON"
              ? () => MAIL
              : typeof member === "function"
                ? member.bind(session.vault)
                : member;
          Object.defineProperty(vault, name, { value });
        }
        return { vault };
      }),
    ],
    [
      "does not say what it looks for",
      "says what it looks for",
      (masker) => ({ ...masker, capabilities: {} as never }),
    ],
    [
      "hides what is no secret",
      "leaves alone what has nothing to hide",
      spoiled((session) => ({
        mask: (text) => {
          const result = masked(session, text);
          return { ...result, text: result.text.replace("Norway", "[PLACE_1]") };
        },
      })),
    ],
    [
      "takes anything for a text",
      "refuses what is no text",
      spoiled((session) => ({
        mask: (text) => (typeof text === "string" ? session.mask(text) : { text: "", spans: [] }),
      })),
    ],
    [
      "never answers",
      "hides every value",
      spoiled(() => ({ mask: () => new Promise(() => undefined) })),
    ],
    [
      "rejects",
      "hides every value",
      spoiled(() => ({ mask: () => Promise.reject(new Error("a bug")) })),
    ],
  ])("%s", async (_fault, promise, own) => {
    expect(await broken(own)).toContain(promise);
  });

  it("returns a text that does not match its spans", async () => {
    const failed = await broken((masker) => ({
      ...masker,
      open() {
        const session = masker.open();
        return {
          ...session,
          mask: (text) => ({ ...(session.mask(text) as object), text: "[GONE]" }) as never,
        };
      },
    }));
    expect(failed).toEqual(
      expect.arrayContaining([
        "leads back to the text",
        "leaves everything around its spans as it was",
      ]),
    );
  });
});
