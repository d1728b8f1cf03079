import { describe, expect, it } from "vitest";
import { streamUsage } from "../../../src/providers/openai-chat/stream.ts";

const { ask, conceal } = streamUsage;

describe("asking for the usage of a stream", () => {
  it("adds one option to a copy", () => {
    const request = { model: "m", messages: [], stream: true };
    expect(ask(request)).toEqual({ ...request, stream_options: { include_usage: true } });
    expect(request).toEqual({ model: "m", messages: [], stream: true });
  });

  it("keeps the app's own stream options, and asks past an app that said no", () => {
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

  it("is not done where the app asked, where nothing streams, and where the provider will refuse", () => {
    expect(ask({ stream: true, stream_options: { include_usage: true } })).toBeUndefined();
    expect(ask({ stream: false })).toBeUndefined();
    expect(ask({})).toBeUndefined();
    expect(ask({ stream: "true" })).toBeUndefined();
    expect(ask({ stream: true, stream_options: "usage" })).toBeUndefined();
  });

  it("is not done beside data that Azure searches, where Azure refuses the whole request", () => {
    const request = { stream: true, data_sources: [{ type: "azure_search", parameters: {} }] };
    expect(ask(request)).toBeUndefined();
    expect(ask({ ...request, stream_options: { include_obfuscation: false } })).toBeUndefined();
    expect(ask({ stream: true, data_sources: null })).toBeDefined();
  });
});

describe("concealing that usage was asked for", () => {
  it("takes out the chunk that is there for usage alone", () => {
    expect(conceal({ id: "1", choices: [], usage: { total_tokens: 1 } })).toBeUndefined();
  });

  it("takes the empty usage off every other chunk, in a copy", () => {
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
