import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openaiImagesCodec } from "../../../src/providers/openai-images/codec.ts";
import { itKeepsRequests } from "../../support/request-properties.ts";

const { readPrompt, writePrompt, collapsePrompt, readAnswer, collectAnswer, matches } =
  openaiImagesCodec;

const text = fc.string({ unit: "binary" }).map((tail) => `text ${tail}`);
const picture = new File([new Uint8Array([1, 2, 3])], "cat.png", { type: "image/png" });

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("image[]", picture);
  form.append("image[]", new Blob(["x"]));
  return form;
}

describe("an image request", () => {
  itKeepsRequests({
    codec: openaiImagesCodec,
    request: fc.record(
      {
        prompt: text,
        model: fc.constant("gpt-image-1"),
        size: fc.constant("1024x1024"),
        images: fc.constant([{ image_url: "data:image/png;base64,AA" }, { file_id: "file_1" }]),
        mask: fc.constant({ file_id: "file_2" }),
      },
      { requiredKeys: ["prompt"] },
    ),
    anyRequest: fc.record({ prompt: fc.jsonValue(), images: fc.jsonValue() }),
  });

  it("counts its images, and references to stored ones", () => {
    const images = [{ image_url: "data:image/png;base64,AA" }, { file_id: "file_1" }];
    const markup = { image_url: "data:image/png;base64,BB" };
    expect(readPrompt({ prompt: "a", images, markup }).uninspected).toEqual([
      { kind: "image", count: 2, mediaTypes: ["image/png"] },
      { kind: "reference", count: 1, mediaTypes: [] },
    ]);
  });
});

describe("an image request as a form", () => {
  it("shows the guard its texts, and counts its files", () => {
    const form = formOf({ prompt: "a cat", model: "gpt-image-1", stream: "true", n: "2" });
    expect(readPrompt(form)).toEqual({
      model: "gpt-image-1",
      stream: true,
      segments: [{ role: "user", kind: "text", text: "a cat" }],
      names: ["cat.png", "blob"],
      namesAt: [1, 1],
      uninspected: [{ kind: "image", count: 2, mediaTypes: ["image/png"] }],
    });
  });

  it("is copied field by field, in order, with the approved texts", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (before, after) => {
        const form = formOf({ prompt: before, n: "2" });
        const same = writePrompt(form, [before]) as FormData;
        expect(same).not.toBe(form);
        expect([...same]).toEqual([...form]);
        const written = writePrompt(form, [after]) as FormData;
        expect([...written]).toEqual([["prompt", after], ...[...form].slice(1)]);
        expect(form.get("prompt")).toBe(before);
        form.set("prompt", "changed later");
        expect(same.get("prompt")).toBe(before);
      }),
    );
  });

  it("keeps the names and bytes of its files", async () => {
    const [file] = (writePrompt(formOf({ prompt: "a" }), ["b"]) as FormData).getAll("image[]");
    expect(file).toBeInstanceOf(File);
    expect((file as File).name).toBe("cat.png");
    expect(new Uint8Array(await (file as File).arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("collapses into one text and its files", () => {
    const form = formOf({ prompt: "a", negative_prompt: "b", n: "2" });
    const collapsed = collapsePrompt(form, "all") as FormData;
    expect([...collapsed.keys()]).toEqual(["n", "image[]", "image[]", "prompt"]);
    expect(collapsed.get("prompt")).toBe("all");
  });
});

describe("an image answer", () => {
  it("has the revised prompts as output, and usage in the contract's names", () => {
    const response = {
      data: [{ b64_json: "AAAA", revised_prompt: "A cat" }, { url: "u" }],
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
    };
    expect(readAnswer(response)).toEqual({
      output: "A cat",
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    });
    fc.assert(fc.property(fc.anything(), (any) => typeof readAnswer(any).output === "string"));
  });

  it("ends with the completed image if it is streamed", () => {
    const collector = collectAnswer();
    collector.push({ type: "image_generation.partial_image", b64_json: "AA" });
    expect(collector.answer().finishReason).toBeUndefined();
    const usage = { input_tokens: 1, output_tokens: 2, total_tokens: 3 };
    collector.push({ type: "image_generation.completed", b64_json: "AA", usage });
    expect(collector.answer()).toMatchObject({
      output: "",
      usage: { total_tokens: 3 },
      finishReason: "completed",
    });
  });
});

it("recognizes the routes of image generations, edits and variations", () => {
  for (const what of ["generations", "edits", "variations"]) {
    expect(matches({ method: "POST", path: `/v1/images/${what}` })).toBe(true);
  }
  expect(matches({ method: "POST", path: "/v1/images" })).toBe(false);
});
