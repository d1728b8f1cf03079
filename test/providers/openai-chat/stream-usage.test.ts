import { describe, expect, it } from "vitest";
import { streamUsage } from "../../../src/providers/openai-chat/stream.ts";

const { ask, conceal } = streamUsage;

describe("requesting the usage of a stream", () => {
  it("adds one option to a copy", () => {
    const request = { model: "m", messages: [], stream: true };
    expect(ask(request)).toEqual({ ...request, stream_options: { include_usage: true } });
    expect(request).toEqual({ model: "m", messages: [], stream: true });
  });

  it("keeps the app's other stream options, and overrides a refusal of usage", () => {
    for (const options of [
      { include_obfuscation: false },
      { include_usage: false },
      { include_usage: null },
    ]) {
      expect(ask({ stream: true, stream_options: options })).toEqual({
        stream: true,
        stream_options: { ...options, include_usage: true },
      });
    }
    expect(ask({ stream: true, stream_options: null })).toEqual({
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("is omitted if the app requested it, or the request does not stream or is invalid", () => {
    expect(ask({ stream: true, stream_options: { include_usage: true } })).toBeUndefined();
    expect(ask({ stream: false })).toBeUndefined();
    expect(ask({})).toBeUndefined();
    expect(ask({ stream: "true" })).toBeUndefined();
    expect(ask({ stream: true, stream_options: "usage" })).toBeUndefined();
  });

  it("is omitted with Azure's data sources, since Azure would refuse the request", () => {
    const request = { stream: true, data_sources: [{ type: "azure_search", parameters: {} }] };
    expect(ask(request)).toBeUndefined();
    expect(ask({ ...request, stream_options: { include_obfuscation: false } })).toBeUndefined();
    expect(ask({ stream: true, data_sources: null })).toBeDefined();
  });
});

describe("removing requested usage from a stream", () => {
  it("drops the chunk that contains only usage", () => {
    expect(conceal({ id: "1", choices: [], usage: { total_tokens: 1 } })).toBeUndefined();
  });

  it("removes an empty usage from other chunks, in a copy", () => {
    const chunk = {
      id: "1",
      choices: [{ index: 0, delta: { content: "a" } }],
      usage: null,
      obfuscation: "x",
    };
    const { usage: _, ...rest } = chunk;
    expect(JSON.stringify(conceal(chunk))).toBe(JSON.stringify(rest));
    expect(chunk.usage).toBeNull();
    const filtered = { choices: [], prompt_filter_results: [{}], usage: null };
    expect(conceal(filtered)).toEqual({ choices: [], prompt_filter_results: [{}] });
  });

  it("leaves everything else as the server sent it", () => {
    for (const chunk of [
      { id: "1", choices: [{ index: 0, delta: {} }] },
      { id: "1", choices: [{ index: 0, delta: {} }], usage: { total_tokens: 1 } },
      { error: { message: "broken" } },
      "[DONE]",
      null,
    ]) {
      expect(conceal(chunk)).toBe(chunk);
    }
  });
});
