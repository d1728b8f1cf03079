import { createOpenAI } from "@ai-sdk/openai";
import { generateText, wrapLanguageModel } from "ai";
import { describe, expect, it } from "vitest";
import { guardMiddleware } from "../../../src/integrations/ai-sdk.ts";
import { createMasker } from "../../../src/masking/index.ts";
import { json, wellBehaved } from "../../support/models/model-answers.ts";
import { useStand } from "../../support/stands/stand.ts";

const JANE = "jane.doe@example.com";
const KIM = "kim.lee@example.com";
const BOB = "bob.roe@example.com";

const RULES = `You assist ${JANE} only.`;

type Turns = readonly (readonly [role: "user" | "assistant", text: string])[];
type Body = Readonly<Record<string, unknown>>;

const messages = (turns: Turns) => turns.map(([role, content]) => ({ role, content }));
const blocks = (turns: Turns) => turns.map(([role, text]) => ({ role, content: [{ text }] }));
const contents = (turns: Turns) =>
  turns.map(([role, text]) => ({
    role: role === "user" ? "user" : "model",
    parts: [{ text }],
  }));
const steps = (turns: Turns) =>
  turns.map(([role, text]) => ({
    type: role === "user" ? "user_input" : "model_output",
    content: [{ type: "text", text }],
  }));

const common = { model: "m", max_tokens: 9 };
const pdf = "data:application/pdf;base64,AAAA";
const file = { type: "file", file: { filename: `cv of ${JANE} (1).pdf`, file_data: pdf } };
const titled = {
  ...{ type: "document", title: `Letter to ${JANE}` },
  source: { type: "base64", media_type: "application/pdf", data: "AAAA" },
};

/** A conversation with something about Jane that comes behind it, or with names in it. */
const FORMATS: Record<string, readonly [path: string, body: (turns: Turns) => Body]> = {
  "instructions behind the input of a response": [
    "/v1/responses",
    (turns) => ({ model: "m", input: messages(turns), instructions: RULES }),
  ],
  "a system prompt behind the messages of Anthropic's": [
    "/v1/messages",
    (turns) => ({ ...common, messages: messages(turns), system: RULES }),
  ],
  "a system instruction behind the contents of Gemini's": [
    "/v1beta/models/gemini-3:generateContent",
    (turns) => ({ contents: contents(turns), systemInstruction: { parts: [{ text: RULES }] } }),
  ],
  "a system instruction behind the input of an interaction": [
    "/v1beta/interactions",
    (turns) => ({ model: "gemini-3", input: steps(turns), system_instruction: RULES }),
  ],
  "a system prompt behind the messages of Bedrock's": [
    "/model/amazon.nova/converse",
    (turns) => ({ messages: blocks(turns), system: [{ text: RULES }] }),
  ],
  "an instruction among the fields of a model behind the messages of Bedrock's": [
    "/model/amazon.nova/converse",
    (turns) => ({ messages: blocks(turns), additionalModelRequestFields: { preamble: RULES } }),
  ],
  "a system prompt behind the messages of an invocation": [
    "/model/anthropic.claude/invoke",
    (turns) => ({
      ...{ anthropic_version: "bedrock-2023-05-31", max_tokens: 9 },
      ...{ messages: messages(turns), system: RULES },
    }),
  ],
  "a preamble behind the messages of OpenAI's dialects": [
    "/v1/chat/completions",
    (turns) => ({ model: "m", messages: messages(turns), preamble: RULES }),
  ],
  "a search instruction behind the messages of OpenRouter's": [
    "/v1/chat/completions",
    (turns) => ({
      ...{ model: "m", messages: messages(turns) },
      plugins: [{ id: "web", search_prompt: RULES }],
    }),
  ],
  "a system prompt behind the messages of Ollama's": [
    "/api/chat",
    (turns) => ({ model: "m", stream: false, messages: messages(turns), system: RULES }),
  ],
  "the name of a file in OpenAI's format": [
    "/v1/chat/completions",
    (turns) => ({
      ...{ model: "m" },
      messages: [{ role: "user", content: [file] }, ...messages(turns)],
    }),
  ],
  "the title of a document in Anthropic's format": [
    "/v1/messages",
    (turns) => ({
      ...common,
      messages: [{ role: "user", content: [titled] }, ...messages(turns)],
    }),
  ],
};

const RESPONSE = {
  ...{ id: "r", object: "response", created_at: 1, model: "m", status: "completed" },
  output: [],
  usage: { input_tokens: 1, output_tokens: 1 },
};

describe("a conversation that says more with each turn", () => {
  const stand = useStand({ forbidden: [JANE, KIM, BOB] }, wellBehaved);

  it.each(Object.entries(FORMATS))("keeps the placeholders in %s", async (_what, [path, body]) => {
    const guard = stand.guard({ masker: createMasker() });
    const sent = async (turns: Turns): Promise<string> => {
      const answer = await guard.fetch(`${stand.provider.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body(turns)),
      });
      expect(answer.status).toBe(200);
      await answer.text();
      return stand.provider.requests.at(-1)?.text ?? "";
    };
    const first: Turns = [["user", `I am ${KIM}.`]];
    const asked = await sent(first);
    const hers = /\[EMAIL_\d\](?= \(1| only|")/.exec(asked)?.[0] ?? "none";
    const next: Turns = [
      ["assistant", `I asked ${hers} first.`],
      ["user", `And ask ${BOB}.`],
    ];
    const written = body([...first, ...next]);
    const placeholders = { [JANE]: hers, [KIM]: hers === "[EMAIL_1]" ? "[EMAIL_2]" : "[EMAIL_1]" };
    const expected = Object.entries({ ...placeholders, [BOB]: "[EMAIL_3]" }).reduce(
      (text, [value, placeholder]) => text.replaceAll(value, placeholder),
      JSON.stringify(written),
    );
    expect(await sent([...first, ...next])).toBe(expected);
    await guard.flush();
  });

  it("keeps the placeholders before a file that a later turn brings with a name of its own", async () => {
    const guard = stand.guard({ masker: createMasker() });
    const first = { role: "user", content: `I am ${KIM}, not ${JANE}.` };
    const later = { ...file, file: { ...file.file, filename: `cv of ${BOB} (1).pdf` } };
    const turns = [[first], [first, { role: "user", content: [later] }]];
    for (const turn of turns) {
      const body = JSON.stringify({ model: "m", messages: turn });
      const url = `${stand.provider.url}/v1/chat/completions`;
      expect((await guard.fetch(url, { method: "POST", body })).status).toBe(200);
      const sent = stand.provider.requests.at(-1)?.text;
      expect(sent).toContain("I am [EMAIL_1], not [EMAIL_2].");
    }
    expect(stand.provider.requests.at(-1)?.text).toContain("cv of [EMAIL_3] (1).pdf");
  });

  it("gives no value a placeholder that a model has invented before", async () => {
    const guard = stand.guard({ masker: createMasker() });
    const turns: Turns = [
      ["user", `I am ${KIM}.`],
      ["assistant", "Dear [EMAIL_1], is [EMAIL_2] your colleague?"],
      ["user", `No, ${BOB} is.`],
    ];
    const answer = await guard.fetch(`${stand.provider.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "m", messages: messages(turns) }),
    });
    await answer.text();
    expect(stand.provider.requests[0]?.body.messages).toEqual([
      { role: "user", content: "I am [EMAIL_1]." },
      { role: "assistant", content: "Dear [EMAIL_1], is [EMAIL_2] your colleague?" },
      { role: "user", content: "No, [EMAIL_3] is." },
    ]);
    await guard.flush();
  });

  it("keeps the placeholders in instructions among the options of an AI SDK's provider", async () => {
    stand.provider.answerWith(json(RESPONSE));
    const guard = stand.guard({ masker: createMasker() });
    const fetchModel = createOpenAI({ apiKey: "unused", baseURL: `${stand.provider.url}/v1` });
    const model = wrapLanguageModel({
      model: fetchModel.responses("m"),
      middleware: guardMiddleware(guard),
    });
    const first = { role: "user" as const, content: `I am ${KIM}.` };
    const providerOptions = { openai: { instructions: RULES } };
    for (const more of [[], [{ role: "user" as const, content: `And ask ${BOB}.` }]]) {
      await generateText({ model, messages: [first, ...more], providerOptions });
    }
    const sent = stand.provider.requests.map(({ body }) => body.instructions);
    expect(sent).toEqual(Array(2).fill("You assist [EMAIL_1] only."));
    await guard.flush();
  });
});
