import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/providers/format-names.ts";
import { BUILT_IN_CODECS, isProviderHost } from "../../src/providers/formats.ts";

it("lets a fetch rule name every format that has a codec", () => {
  expect([...FORMAT_NAMES].sort()).toEqual(BUILT_IN_CODECS.map((codec) => codec.name).sort());
});

it.each(["api.openai.com", "api.openai.com.", "API.ANTHROPIC.COM", "eu.api.mistral.ai"])(
  "knows that %s serves models",
  (host) => {
    expect(isProviderHost(host)).toBe(true);
  },
);

it.each(["example.com", "api.openai.com.example.com", "myopenrouter.ai"])(
  "leaves %s alone",
  (host) => {
    expect(isProviderHost(host)).toBe(false);
  },
);
