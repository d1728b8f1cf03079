import { createMasker } from "../../../src/masking/index.ts";

const masker = createMasker();

/** The values that the default masker finds in `text`, as they stand there. */
export function valuesIn(text: string): string[] {
  return masker.detect(text).map(({ start, end }) => text.slice(start, end));
}

/** Those of them that are secrets. */
export function secretsIn(text: string): string[] {
  return masker
    .detect(text)
    .filter(({ type }) => type === "SECRET")
    .map(({ start, end }) => text.slice(start, end));
}
