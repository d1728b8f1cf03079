import { describe, expect, it } from "vitest";
import { SECRET_SHAPES } from "../../src/masking/default-detectors.ts";
import { secretShape } from "../../src/masking/detectors/tokens/secret-shape.ts";
import {
  type Detector,
  NATIONAL_ID_DETECTORS,
  PII_DETECTORS,
  SECRET_DETECTORS,
} from "../../src/masking/index.ts";

/** Detectors built from the vendor tables, one for each row. */
const FROM_SHAPES = new Set(SECRET_SHAPES.map((shape) => secretShape(shape).name));

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

function table(detectors: readonly Detector[]): string {
  const rows = detectors.map(({ type, name, source, check, context = "" }) =>
    [`\`${type}\``, `\`${name}\``, cell(check), cell(context), cell(source)].join(" | "),
  );
  return ["type | name | check | context | source", "--- | --- | --- | --- | ---", ...rows]
    .map((row) => `| ${row} |`)
    .join("\n");
}

function shapes(): string {
  const rows = SECRET_SHAPES.map(({ vendor, prefix, lead, source }) => {
    const marks = prefix.trim().split(" ");
    const shown = marks.slice(0, 4).map((mark) => `\`${cell(mark)}\``);
    if (marks.length > 4) shown.push("…");
    const where = lead === undefined ? "prefix" : "inside";
    return [cell(vendor), where, shown.join(" "), cell(source)].join(" | ");
  });
  return ["vendor | position | marker | source", "--- | --- | --- | ---", ...rows]
    .map((row) => `| ${row} |`)
    .join("\n");
}

function page(): string {
  const written = SECRET_DETECTORS.filter(({ name }) => !FROM_SHAPES.has(name));
  return `# What the masker looks for

Generated from the detectors; a test keeps it up to date (\`npx vitest run test/masking/detector-table.test.ts --update\`
writes it again). \`createMasker({ types })\` turns detectors on and off by type or name. To add a vendor's key,
add a row to a table in \`src/masking/secret-shapes\`; to add a national identifier, a row in
\`src/masking/national-ids.ts\`; for anything of your own there is \`defineDetector\`.

Words are tables by language in \`src/masking/detectors\`: for passwords, tokens and keys in \`assigned/name/words.ts\` and
\`stems.ts\` beside it, for the names of vendors in \`assigned/name/vendors.ts\`, for telephone numbers in
\`contact/phone-words.ts\`, for one-time codes in \`tokens/code-words.ts\`.

## Personal data

${table(PII_DETECTORS)}

## Secrets

${table(written)}

For every token format below, the length and randomness are checked, and that it is not an example.

${shapes()}

## National identifiers, off by default

${table(NATIONAL_ID_DETECTORS)}
`;
}

describe("the table of detectors", () => {
  it("has the check and the source of each format", () => {
    for (const detector of [...PII_DETECTORS, ...SECRET_DETECTORS, ...NATIONAL_ID_DETECTORS]) {
      expect(detector.source, detector.name).toMatch(/\w{3}/);
      expect(detector.check, detector.name).toMatch(/\w{3}/);
    }
  });

  it("matches the documentation", async () => {
    await expect(page()).toMatchFileSnapshot("../../docs/detectors.md");
  });
});
