import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/providers/format-names.ts";
import { BUILT_IN_CODECS } from "../../src/providers/formats.ts";

it("lets a fetch rule name every format that has a codec", () => {
  expect([...FORMAT_NAMES].sort()).toEqual(BUILT_IN_CODECS.map((codec) => codec.name).sort());
});
