import {
  aBoolean,
  aFunction,
  assertOptions,
  must,
  needing,
  type Rule,
  shape,
} from "../base/option-rules.ts";
import type { Masker, MaskerCapabilities } from "./masker.ts";
import { placeholderForm } from "./placeholder-form.ts";
import type { Finding } from "./scan/find-spans.ts";
import { assertText, replaceFindings } from "./session.ts";
import { Vault } from "./vault.ts";

/** A span that a finder of the user's gives. Offsets are UTF-16 code units, `end` exclusive. */
export interface FoundSpan {
  /** From 0 to less than `end`. */
  readonly start: number;
  /** At most the length of the text. */
  readonly end: number;
  /** What the placeholder says, in capitals and digits: `Person name` gives `[PERSON_NAME_1]`. */
  readonly type: string;
}

/** A masker of the user's own: what finds, and what it is able to find. */
export interface MaskerDefinition {
  /** What telemetry says was looked for; say no more than `find` does. */
  readonly capabilities: MaskerCapabilities;
  /** All that is sensitive in a text; overlaps are merged. May ask a service. */
  readonly find: (text: string) => readonly FoundSpan[] | Promise<readonly FoundSpan[]>;
  /** As for `createMasker`. Default `[{type}_{n}]`. */
  readonly placeholder?: string | undefined;
}

const CAPABILITIES = { pii: aBoolean, secrets: aBoolean } satisfies Record<
  keyof MaskerCapabilities,
  Rule
>;
const capabilities = needing("pii", aBoolean, needing("secrets", aBoolean, shape(CAPABILITIES)));
const DEFINITION = {
  capabilities: () => undefined,
  find: aFunction,
  placeholder: must("be of type string", (value) => typeof value === "string"),
} satisfies Record<keyof MaskerDefinition, Rule>;
const definitionRule = needing(
  "find",
  aFunction,
  needing("capabilities", capabilities, shape(DEFINITION)),
);

/**
 * A `Masker` around anything that finds spans, such as a recogniser of names behind HTTP.
 * Placeholders, vault and restoration are those of the local masker. When `find` throws or gives a
 * span outside the text, masking rejects, and the call with it.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown.
 */
export function defineMasker(definition: MaskerDefinition): Masker {
  assertOptions("defineMasker", definitionRule, definition);
  const { find, placeholder } = definition;
  const form = placeholderForm(placeholder);
  return {
    capabilities: definition.capabilities,
    open() {
      const vault = new Vault(form);
      return {
        vault,
        async mask(text) {
          assertText(text);
          const found = await find(text);
          vault.reserve(text);
          return replaceFindings(text, found.map(toFinding), vault);
        },
        reserve: (text) => vault.reserve(text),
      };
    },
  };
}

function toFinding({ start, end, type }: FoundSpan): Finding {
  const name = type
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[_0-9]+|_$/g, "");
  return { start, end, type: name === "" ? "VALUE" : name, detector: "find" };
}
