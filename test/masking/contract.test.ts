import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMasker, defineMasker, type Masker } from "../../src/masking/index.ts";
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

describe("the contract finds out a masker that", () => {
  const samples = [{ text: `Write to ${MAIL}.`, values: [MAIL] }];
  const broken = async (own: (masker: Masker) => Masker): Promise<string[]> => {
    const failed: string[] = [];
    for (const { title, run } of maskerContract({ make: () => own(createMasker()), samples })) {
      await run().catch(() => failed.push(title.replace(/ \(.*/, "")));
    }
    return failed;
  };

  it("finds nothing", async () => {
    const blind = createMasker({ pii: false, secrets: false });
    const failed = await broken(() => blind);
    expect(failed).toContain("hides every value");
  });

  it("knows values from one session to the next", async () => {
    const session = createMasker().open();
    const failed = await broken((masker) => ({ ...masker, open: () => session }));
    expect(failed).toContain("keeps sessions apart");
  });

  it("forgets which text it changed", async () => {
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
