import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiTranscriptionsCodec } from "../../../src/providers/openai-transcriptions/codec.ts";
import { WireCollector } from "../../../src/providers/stream/wire-collector.ts";

const { readPrompt, writePrompt, readAnswer, collectAnswer, matches } = openaiTranscriptionsCodec;

function formOf(type: string): FormData {
  const form = new FormData();
  form.append("file", new File(["x"], "talk", { type }));
  form.append("model", "whisper-1");
  form.append("prompt", "Names: Jane");
  form.append("keywords[]", "Doe");
  form.append("known_speaker_names[]", "agent");
  form.append("known_speaker_references[]", "data:audio/wav;base64,AA");
  return form;
}

describe("a transcription request", () => {
  it("shows the guard the prompt and keywords, and counts the sound", () => {
    expect(readPrompt(formOf("audio/mpeg"))).toEqual({
      model: "whisper-1",
      stream: false,
      segments: [
        { role: "user", kind: "text", text: "Names: Jane" },
        { role: "user", kind: "text", text: "Doe" },
      ],
      names: ["talk", "agent"],
      namesAt: [0, 2],
      uninspected: [{ kind: "audio", count: 2, mediaTypes: ["audio/mpeg", "audio/wav"] }],
    });
  });

  it.each([
    ["video/mp4", "video"],
    ["", "audio"],
    ["application/octet-stream", "audio"],
  ])("counts a file of type '%s' as %s", (type, kind) => {
    expect(readPrompt(formOf(type)).uninspected[0]).toMatchObject({ kind });
  });

  it.each([
    ["url", "https://sounds.test/talk.mp3", "audio"],
    ["file_url", "https://sounds.test/talk.mp3", "audio"],
    ["file_id", "file-1", "reference"],
  ])("counts referenced sound in other providers' field %s", (name, value, kind) => {
    const form = new FormData();
    form.append("model", "whisper-large-v3");
    form.append(name, value);
    expect(readPrompt(form).uninspected).toEqual([{ kind, count: 1, mediaTypes: [] }]);
  });

  it("is rewritten with each text in its place", () => {
    const written = writePrompt(formOf("audio/mpeg"), ["Names: [NAME]", "[NAME]"]) as FormData;
    expect(written.get("prompt")).toBe("Names: [NAME]");
    expect(written.get("keywords[]")).toBe("[NAME]");
    expect(written.get("known_speaker_names[]")).toBe("agent");
    const names = ["[NAME_2].mp3", "[NAME_1]"];
    const masked = writePrompt(formOf("audio/mpeg"), ["a", "b"], names) as FormData;
    expect(masked.get("known_speaker_names[]")).toBe("[NAME_1]");
    expect(masked.get("file")).toMatchObject({ name: "[NAME_2].mp3", type: "audio/mpeg", size: 1 });
    expect([...written.keys()]).toEqual([...formOf("audio/mpeg").keys()]);
    expect(() => writePrompt(formOf("audio/mpeg"), ["one"])).toThrow(RangeError);
  });
});

describe("a transcription answer", () => {
  it("has the text of an object, of plain text and of subtitles", () => {
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    expect(readAnswer({ text: "Hello", usage })).toEqual({
      output: "Hello",
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    });
    expect(readAnswer("1\n00:00 --> 00:01\nHello")).toEqual({
      output: "1\n00:00 --> 00:01\nHello",
    });
    expect(readAnswer({ text: "Hi", usage: { type: "duration", seconds: 9 } }).usage).toEqual({
      type: "duration",
      seconds: 9,
    });
    fc.assert(fc.property(fc.anything(), (any) => typeof readAnswer(any).output === "string"));
  });

  it.each([
    ["application/json", '{"text":"Hello"}', "Hello"],
    ["text/plain; charset=utf-8", "Hello\n", "Hello\n"],
    ["text/plain", "42", "42"],
    [null, "WEBVTT\n\nHello", "WEBVTT\n\nHello"],
  ])("is read from bytes of type %s", (type, body, output) => {
    const collector = new WireCollector(openaiTranscriptionsCodec, type);
    collector.push(new TextEncoder().encode(body));
    expect(collector.answer().output).toBe(output);
  });

  it("is the same if it is streamed, at every chunk", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), (pieces) => {
        const collector = collectAnswer();
        let text = "";
        for (const delta of pieces) {
          collector.push({ type: "transcript.text.delta", delta });
          text += delta;
          expect(collector.answer()).toEqual({ output: text });
        }
        const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
        collector.push({ type: "transcript.text.done", text, usage });
        expect(collector.answer()).toEqual({
          ...readAnswer({ text, usage }),
          finishReason: "completed",
        });
      }),
    );
  });
});

describe("a streamed transcript of Mistral", () => {
  const usage = {
    prompt_tokens: 4,
    completion_tokens: 9,
    total_tokens: 13,
    prompt_audio_seconds: 2,
  };
  const pieces = [
    { type: "transcription.language", audio_language: "en" },
    { type: "transcription.text.delta", text: "Hello" },
    { type: "transcription.text.delta", text: " Jane" },
  ];
  const last = { type: "transcription.done", model: "voxtral", text: "Hello Jane", usage };

  it("has the text that has arrived if it breaks off", () => {
    const collector = collectAnswer();
    for (const event of pieces) collector.push(event);
    expect(collector.answer()).toEqual({ output: "Hello Jane" });
  });

  it("has text, model and usage at its end", () => {
    const collector = collectAnswer();
    for (const event of [...pieces, last]) collector.push(event);
    expect(collector.answer()).toEqual({
      output: "Hello Jane",
      usage,
      model: "voxtral",
      finishReason: "completed",
    });
  });
});

it("recognizes the routes of transcriptions and translations", () => {
  for (const what of ["transcriptions", "translations"]) {
    expect(matches({ method: "POST", path: `/v1/audio/${what}` })).toBe(true);
  }
  expect(matches({ method: "POST", path: "/v1/audio/speech" })).toBe(false);
});
