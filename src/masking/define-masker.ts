import {
  aBoolean,
  aFunction,
  assertOptions,
  must,
  type Rule,
  strictObject,
  withRequired,
} from "../base/option-rules.ts";
import type { Masker, MaskerCapabilities } from "./masker.ts";
import { placeholderForm } from "./placeholder-form.ts";
import type { Finding } from "./scan/find-spans.ts";
import { assertText, replaceFindings } from "./session.ts";
import { Vault } from "./vault.ts";

/** A value found by a custom masker. Offsets are UTF-16 code units. */
export interface FoundSpan {
  /** Start offset, from 0 to less than `end`. */
  readonly start: number;
  /** End offset, exclusive; at most the length of the text. */
  readonly end: number;
  /**
   * Type shown in the placeholder, converted to capitals and digits: `Person name` becomes
   * `[PERSON_NAME_1]`.
   */
  readonly type: string;
}

/** Definition of a custom masker. */
export interface MaskerDefinition {
  /** What `find` detects; reported in telemetry. Do not claim more than it does. */
  readonly capabilities: MaskerCapabilities;
  /** Returns all sensitive values of a text. Overlaps are merged. May call a service. */
  readonly find: (text: string) => readonly FoundSpan[] | Promise<readonly FoundSpan[]>;
  /** Format of placeholders, as for `createMasker`. Default `[{type}_{n}]`. */
  readonly placeholder?: string | undefined;
}

const CAPABILITIES = { pii: aBoolean, secrets: aBoolean } satisfies Record<
  keyof MaskerCapabilities,
  Rule
>;
const capabilities = withRequired(
  "pii",
  aBoolean,
  withRequired("secrets", aBoolean, strictObject(CAPABILITIES)),
);
const DEFINITION = {
  capabilities: () => undefined,
  find: aFunction,
  placeholder: must("be of type string", (value) => typeof value === "string"),
} satisfies Record<keyof MaskerDefinition, Rule>;
const definitionRule = withRequired(
  "find",
  aFunction,
  withRequired("capabilities", capabilities, strictObject(DEFINITION)),
);

/**
 * Creates a `Masker` from a function that finds values, for example a named-entity recognizer
 * behind HTTP. Placeholders, vault and restoration work as in the local masker. If `find` throws or
 * returns a span outside of the text, masking fails and the call is denied.
 *
 * @throws ConfigurationError naming the option that is wrong or unknown.
 */
export function defineMasker(definition: MaskerDefinition): Masker {
  assertOptions("defineMasker", definitionRule, definition);
  const { find, placeholder } = definition;
  const form = placeholderForm(placeholder, "defineMasker");
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
