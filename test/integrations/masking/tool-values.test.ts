import { expect, it } from "vitest";
import { createMasker } from "../../../src/masking/index.ts";
import { wellBehaved } from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

/** A secret recognized only by its key, one that is a key, and a number. */
const TOLD = {
  password: ["correct", "horse7"].join(""),
  balances: { "jane.doe@example.com": 12 },
  phone: 4155550123,
};
const HIDDEN = [TOLD.password, ...Object.keys(TOLD.balances), String(TOLD.phone)];

const stand = useStand({ policy: () => ({ allowed: true }), forbidden: HIDDEN }, wellBehaved);

/** Formats with objects as tool input or output: path and body. */
const FORMATS: Record<string, readonly [path: string, body: object]> = {
  "a function of Gemini's was called with": [
    "/v1beta/models/m:generateContent",
    { contents: [{ role: "model", parts: [{ functionCall: { name: "look", args: TOLD } }] }] },
  ],
  "a function of Gemini's gave": [
    "/v1beta/models/m:generateContent",
    {
      contents: [
        { role: "user", parts: [{ functionResponse: { name: "look", response: TOLD } }] },
        {
          role: "user",
          parts: [{ functionResponse: { name: "look", response: { output: [TOLD] } } }],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "f", response: { result: TOLD.phone, error: null } } },
          ],
        },
        { role: "model", parts: [{ toolResponse: { toolType: "SEARCH", response: TOLD } }] },
      ],
    },
  ],
  "a function gave in a list to an interaction of Gemini's": [
    "/v1beta/interactions",
    { model: "m", input: [{ type: "function_result", call_id: "c", result: [TOLD] }] },
  ],
  "a tool of Ollama's was called with": [
    "/api/chat",
    {
      ...{ model: "m", stream: false },
      messages: [{ role: "assistant", tool_calls: [{ function: { name: "f", arguments: TOLD } }] }],
    },
  ],
  "a tool of Mistral's was called with": [
    "/v1/chat/completions",
    {
      model: "m",
      messages: [{ role: "assistant", tool_calls: [{ function: { name: "f", arguments: TOLD } }] }],
    },
  ],
};

it.each(Object.entries(FORMATS))(
  "guard and provider see no secret that %s",
  async (_name, [path, body]) => {
    const guard = stand.guard({ masker: createMasker() });
    const init = { method: "POST", body: JSON.stringify(body) };
    await (await guard.fetch(`${stand.provider.url}${path}`, init)).text();
    expect(stand.provider.requests).toHaveLength(1);
    for (const hidden of HIDDEN) expect(stand.provider.requests[0]?.text).not.toContain(hidden);
    await guard.flush();
    expect(stand.plane.guardRequests).toHaveLength(1);
    expect(stand.plane.breaches).toEqual([]);
  },
);

it("what a tool was called with stays JSON where its numbers are hidden, as servers parse it", async () => {
  const guard = stand.guard({ masker: createMasker({ placeholder: "<{type}:{n}>" }) });
  const text = '{ "phone": 4155550123, "size": 1.0, "list": [4155550123, "tel. 4155550123"] }';
  const calls = [{ id: "c", type: "function", function: { name: "f", arguments: text } }];
  const body = { model: "m", messages: [{ role: "assistant", tool_calls: calls }] };
  const init = { method: "POST", body: JSON.stringify(body) };
  await (await guard.fetch(`${stand.provider.url}/v1/chat/completions`, init)).text();
  const sent = stand.provider.requests[0]?.body as typeof body | undefined;
  expect(sent?.messages[0]?.tool_calls[0]?.function.arguments).toBe(
    '{ "phone": "<PHONE:1>", "size": 1.0, "list": ["<PHONE:1>", "tel. <PHONE:1>"] }',
  );
});
