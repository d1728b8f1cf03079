import { expect, it } from "vitest";
import { wellBehaved } from "../support/models/model-answers.ts";
import { useStand } from "../support/stands/stand.ts";

const PHONE = "4155550123";

/** A guard that masks text, not JSON. */
const stand = useStand(
  {
    policy: ({ input }) => ({
      allowed: true,
      transformedInput: input.replaceAll(PHONE, "[PHONE_1]"),
    }),
  },
  wellBehaved,
);

const CALLED = `{ "phone": ${PHONE}, "size": 1.0, "text": "tel. ${PHONE}" }`;
const SENT = '{ "phone": "[PHONE_1]", "size": 1.0, "text": "tel. [PHONE_1]" }';

/** Path, and body with the arguments of two calls and what the first one gave. */
const FORMATS: Record<string, readonly [path: string, body: (args: string) => object]> = {
  "a chat": [
    "/v1/chat/completions",
    (args) => ({
      model: "m",
      messages: [
        { role: "user", content: "Call." },
        {
          role: "assistant",
          tool_calls: ["a", "b"].map((id) => ({
            ...{ id, type: "function", function: { name: "call", arguments: args } },
          })),
        },
      ],
    }),
  ],
  "a response": [
    "/v1/responses",
    (args) => ({
      model: "m",
      input: ["a", "b"].map((id) => ({
        ...{ type: "function_call", call_id: id, name: "call", arguments: args },
      })),
    }),
  ],
};

it.each(Object.entries(FORMATS))(
  "arguments in %s stay JSON where the guard rewrites a number in them, and the event has its text",
  async (_name, [path, body]) => {
    const guard = stand.guard();
    const init = { method: "POST", body: JSON.stringify(body(CALLED)) };
    await (await guard.fetch(`${stand.provider.url}${path}`, init)).text();
    expect(stand.provider.requests[0]?.body).toEqual(body(SENT));
    await guard.flush();
    expect(stand.plane.stored[0]?.input).toContain(CALLED.replaceAll(PHONE, "[PHONE_1]"));
  },
);

it("arguments that were no JSON before are sent as the guard rewrote them", async () => {
  const guard = stand.guard();
  const [path, body] = FORMATS["a chat"] as (typeof FORMATS)[string];
  const init = { method: "POST", body: JSON.stringify(body(`{"phone":${PHONE}`)) };
  await (await guard.fetch(`${stand.provider.url}${path}`, init)).text();
  expect(stand.provider.requests[0]?.body).toEqual(body('{"phone":[PHONE_1]'));
});
