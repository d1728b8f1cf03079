import { createMasker } from "../../../src/masking/index.ts";

const masker = createMasker();

/** The values that the default masker finds in `text`, as written there. */
export function valuesIn(text: string): string[] {
  return masker.detect(text).map(({ start, end }) => text.slice(start, end));
}

/** Only the secrets among them. */
export function secretsIn(text: string): string[] {
  return masker
    .detect(text)
    .filter(({ type }) => type === "SECRET")
    .map(({ start, end }) => text.slice(start, end));
}
