import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { membersOf } from "../../src/data-plane/answers/json-members.ts";
import { type Reading, readVerdict } from "../../src/data-plane/guard/verdict.ts";
import { answerOf } from "../../src/transport/body-text.ts";
import { isProofOfAllow, ownFalseSomewhere } from "./allow-oracle.ts";

const ID = "6d1f2a4e-9c1b-4e57-8f0e-0a3c5b7d9e11";
const OTHER_ID = "11111111-2222-4333-8444-555555555555";

function read(body: unknown, status = 200): Reading {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return readVerdict({ status, body: text, clientEventId: ID });
}

describe("a guard allow", () => {
  it.each([
    ["the least that proves it", { allowed: true }],
    ["our own id", { allowed: true, client_event_id: ID }],
    ["our own id in capitals", { allowed: true, client_event_id: ID.toUpperCase() }],
    ["no rewrite, said as null", { allowed: true, transformed_input: null }],
    ["fields nobody has promised", { allowed: true, score: 0.1, extra: { allowed: false } }],
  ])("is accepted with %s", (_what, body) => {
    expect(read(body)).toMatchObject({ kind: "allow", verdict: { allowed: true } });
  });

  it("has the rewrite, the ids and the result of shadow mode", () => {
    const body = {
      allowed: true,
      reason: "pii",
      client_event_id: ID,
      guard_event_id: OTHER_ID,
      transformed_input: "Hello [NAME]",
      shadow_mode: true,
      simulated_decision: { allowed: false },
    };
    expect(read(body)).toEqual({
      kind: "allow",
      verdict: {
        allowed: true,
        reason: "pii",
        transformedInput: "Hello [NAME]",
        guardEventId: OTHER_ID,
        shadowMode: true,
        simulatedDecision: { allowed: false },
        raw: body,
      },
    });
  });

  it("treats an empty rewrite as none", () => {
    for (const transformed_input of ["", null]) {
      const reading = read({ allowed: true, transformed_input });
      expect(reading).toMatchObject({ kind: "allow", verdict: { transformedInput: undefined } });
    }
  });

  it.each([
    ["the string true", { allowed: "true" }],
    ["the number one", { allowed: 1 }],
    ["an array around true", { allowed: [true] }],
    ["an object around true", { allowed: { value: true } }],
    ["null", { allowed: null }],
    ["nothing", {}],
    ["a word that looks like it", { Allowed: true }],
    ["an allow one level down", { result: { allowed: true } }],
    ["an inherited allow", '{"__proto__":{"allowed":true}}'],
    ["an allow through a constructor", '{"constructor":{"prototype":{"allowed":true}}}'],
    ["another call's id", { allowed: true, client_event_id: OTHER_ID }],
    ["an id that is null", { allowed: true, client_event_id: null }],
    ["an id that is a list", { allowed: true, client_event_id: [ID] }],
    ["a rewrite that is a number", { allowed: true, transformed_input: 7 }],
    ["a rewrite that is a list", { allowed: true, transformed_input: ["x"] }],
    ["a rewrite that is false", { allowed: true, transformed_input: false }],
    ["two allows", '{"allowed":true,"allowed":true}'],
    ["two rewrites", '{"allowed":true,"transformed_input":"a","transformed_input":"b"}'],
    [
      "two rewrites, one spelled with an escape",
      '{"allowed":true,"transformed_input":"a","transformed\\u005finput":"b"}',
    ],
    ["a list around it", [{ allowed: true }]],
    ["a bare true", "true"],
    ["a JSON string that holds JSON", JSON.stringify('{"allowed":true}')],
    ["no body", ""],
    ["HTML", "<html>allowed: true</html>"],
    ["half of it", '{"allowed":true'],
    ["something after it", '{"allowed":true}{"allowed":true}'],
    ["single quotes", "{'allowed':true}"],
    ["a comment", '{"allowed":true}//'],
  ])("is not proven by %s", (_what, body) => {
    expect(read(body)).toMatchObject({ kind: "unproven" });
  });

  it.each([201, 202, 203, 204, 206, 301, 304, 400, 404, 500, 100, 0, 299])(
    "is not proven by status %i",
    (status) => {
      expect(read({ allowed: true }, status).kind).toBe("unproven");
    },
  );

  it("is not proven by a body with invalid characters replaced", () => {
    const answer = { status: 200, body: '{"allowed":true}', clientEventId: ID, flawed: true };
    expect(readVerdict(answer).kind).toBe("unproven");
  });

  it("is not read from a polluted prototype", () => {
    const polluted = { allowed: true, client_event_id: OTHER_ID, transformed_input: "theirs" };
    for (const [name, value] of Object.entries(polluted)) {
      Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    }
    try {
      expect(read("{}").kind).toBe("unproven");
      const reading = read('{"allowed":true}');
      expect(reading).toMatchObject({ kind: "allow" });
      expect(reading.kind === "allow" && reading.verdict.transformedInput).toBe(undefined);
    } finally {
      for (const name of Object.keys(polluted)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});

describe("a denial in a guard answer", () => {
  it.each([
    ["plainly", { allowed: false }, 200],
    ["with the id of another call", { allowed: false, client_event_id: OTHER_ID }, 200],
    ["with a rewrite", { allowed: false, transformed_input: "x" }, 200],
    ["with a rewrite of the wrong type", { allowed: false, transformed_input: 9 }, 200],
    ["with status 201", { allowed: false }, 201],
    ["with status 302", { allowed: false }, 302],
    ["with status 403", { allowed: false, error: "forbidden" }, 403],
    ["with status 503", { allowed: false }, 503],
    ["before an allow of the same name", '{"allowed":false,"allowed":true}', 200],
    ["after an allow of the same name", '{"allowed":true,"allowed":false}', 200],
    ["under an escaped name", '{"\\u0061llowed":false}', 200],
    ["beside a prototype that allows", '{"__proto__":{"allowed":true},"allowed":false}', 200],
    ["in an answer that broke off behind it", '{"allowed":false,"reason":"po', 200],
    ["in an answer with something behind it", '{"allowed":false}{}', 200],
    ["behind blanks and line breaks", ' {\n "allowed" :\tfalse ,"allowed":true} ', 200],
  ])("is recognized %s", (_how, body, status) => {
    const reading = read(body, status);
    expect(reading).toMatchObject({ kind: "deny", verdict: { allowed: false } });
    expect(reading.kind === "deny" && reading.verdict.transformedInput).toBe(undefined);
  });

  it("keeps its reason if that is a text, and the whole answer in any case", () => {
    expect(read({ allowed: false, reason: "policy" })).toMatchObject({
      verdict: { reason: "policy" },
    });
    expect(read({ allowed: false, reason: { code: 7 } })).toMatchObject({
      verdict: { reason: undefined, raw: { allowed: false, reason: { code: 7 } } },
    });
  });

  it("is not read from other names, nested objects or similar values", () => {
    for (const body of [{ deep: { allowed: false } }, { allowed: "false" }, { allowed: 0 }]) {
      expect(read(body).kind).toBe("unproven");
    }
    for (const body of [
      '{"deep":{"allowed":false},"allowed":true',
      '{"allowed":fals',
      '{"shadow_mode":false,"allowed":tr',
      '{"shadow_mode":false,"allowed":true,"allowed":true}',
      '{"allowed":"false",',
      '[{"allowed":false},',
      '<i>{"allowed":false,',
      '{"\\x":1,"allowed":true,',
    ]) {
      expect(read(body).kind).toBe("unproven");
    }
  });
});

describe("the verdict of any answer", () => {
  const good = fc.record(
    {
      allowed: fc.constant(true),
      client_event_id: fc.constantFrom(ID, ID.toUpperCase()),
      transformed_input: fc.option(fc.string()),
      reason: fc.option(fc.string({ unit: "binary" })),
      shadow_mode: fc.boolean(),
      guard_event_id: fc.uuid(),
    },
    { requiredKeys: ["allowed"] },
  );
  const odd = fc.oneof(
    fc.constant(false),
    fc.constantFrom<unknown>(
      true,
      false,
      "true",
      1,
      0,
      null,
      [],
      {},
      [true],
      { allowed: true },
      ID,
    ),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const names = [
    "allowed",
    "allowed",
    "client_event_id",
    "transformed_input",
    "__proto__",
    "constructor",
    "Allowed",
  ];
  const edit = fc.record({ name: fc.constantFrom(...names), value: odd });

  /** Valid answers, valid answers with wrong members, and damaged texts. */
  const answers = fc
    .record({
      base: good,
      edits: fc.array(edit, { maxLength: 2 }),
      wrap: fc.constantFrom("", "", "", "", "list", "nest"),
      repeat: fc.option(edit, { freq: 2 }),
      damage: fc.option(
        fc.record({
          at: fc.nat(400),
          drop: fc.nat(6),
          put: fc.constantFrom("", " ", '"', "\\", "{", "}", ",", "\ufeff", "false", "\n"),
        }),
        { freq: 2 },
      ),
      status: fc.oneof(
        { weight: 4, arbitrary: fc.constant(200) },
        { weight: 1, arbitrary: fc.constantFrom(0, 201, 204, 206, 302, 403, 503) },
      ),
    })
    .map(({ base, edits, wrap, repeat, damage, status }) => {
      const members: (readonly [string, unknown])[] = [
        ...Object.entries(base),
        ...edits.map(({ name, value }) => [name, value] as const),
      ];
      if (repeat) members.push([repeat.name, repeat.value]);
      let body = `{${members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
      if (wrap === "list") body = `[${body}]`;
      if (wrap === "nest") body = `{"data":${body}}`;
      if (damage)
        body = body.slice(0, damage.at) + damage.put + body.slice(damage.at + damage.drop);
      return { body, status };
    });

  it("agrees with an independent implementation in ten thousand cases", () => {
    let allows = 0;
    let denials = 0;
    fc.assert(
      fc.property(answers, ({ body, status }) => {
        const reading = readVerdict({ status, body, clientEventId: ID });
        if (reading.kind === "allow") allows += 1;
        if (reading.kind === "deny") denials += 1;
        expect(reading.kind === "allow").toBe(isProofOfAllow(status, body, ID));
        if (ownFalseSomewhere(body)) expect(reading.kind).toBe("deny");
      }),
      { numRuns: 10_000 },
    );
    expect(allows).toBeGreaterThan(200);
    expect(denials).toBeGreaterThan(200);
  });

  it("is based on the members as they were written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        const parsed = JSON.parse(text) as Record<string, unknown>;
        const members = membersOf(text);
        expect(members.map(({ name }) => name).toSorted()).toEqual(Object.keys(parsed).toSorted());
        for (const member of members) {
          expect(JSON.parse(member.text)).toEqual(parsed[member.name]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a byte order mark before an answer", () => {
  const MARK = "\ufeff";

  /** As every answer of the service is read, whichever endpoint it is of. */
  const readBytes = (text: string): Reading => {
    const answer = answerOf(200, {}, new TextEncoder().encode(text));
    const body = answer.ok ? answer.body : "";
    return readVerdict({ status: 200, body, clientEventId: ID, flawed: !answer.ok });
  };

  it("is no part of it, as for fetch: what follows is proof, or a denial, or none", () => {
    expect(readBytes(`${MARK}{"allowed":true}`).kind).toBe("allow");
    expect(readBytes(`${MARK}{"allowed":false}`).kind).toBe("deny");
    expect(readBytes(`${MARK}{"allowed":"true"}`).kind).toBe("unproven");
  });

  it("is no JSON where it is the second, or elsewhere, but hides no denial", () => {
    for (const text of [`${MARK}${MARK}{"allowed":true}`, ` ${MARK}{"allowed":true}`]) {
      expect(readBytes(text).kind).toBe("unproven");
    }
    expect(readBytes(`${MARK}${MARK}{"allowed":false}`).kind).toBe("deny");
  });
});
