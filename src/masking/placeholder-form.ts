import { ConfigurationError } from "../errors.ts";

/** How placeholders are written, and how those that are in a text already are recognised. */
export interface PlaceholderForm {
  write(type: string, number: number): string;
  /** What every placeholder begins with: a text without it has none. */
  readonly opening: string;
  /** Global; matches every placeholder of this form. */
  readonly pattern: RegExp;
}

/** `[EMAIL_1]`: reads as a word to models, survives Markdown and JSON. */
export const DEFAULT_FORM = "[{type}_{n}]";

/** Opening and closing characters: no letters, digits, spaces or anything that JSON escapes. */
const TEMPLATE =
  /^([^\s\w"\\\p{L}\p{N}\p{C}]{1,4})\{type\}([_:#-]{1,2})\{n\}([^\s\w"\\\p{L}\p{N}\p{C}]{1,4})$/u;

/**
 * A form from a template such as `<{type}_{n}>`. It must begin and end with punctuation, so that
 * no placeholder is the beginning of another. Throws `ConfigurationError` otherwise.
 */
export function placeholderForm(template: string = DEFAULT_FORM): PlaceholderForm {
  const parts = TEMPLATE.exec(template);
  if (parts === null) {
    throw new ConfigurationError(
      'option "placeholder" must be punctuation, {type}, one of _ : # -, {n} and punctuation, as in "[{type}_{n}]"',
    );
  }
  const [open, between, close] = parts.slice(1).map(escaped);
  const [, opening = "", joint = "", closing = ""] = parts;
  return {
    opening,
    write: (type, number) => `${opening}${type}${joint}${number}${closing}`,
    pattern: new RegExp(
      `${open}[A-Z][A-Z0-9]{0,31}(?:_[A-Z0-9]{1,31}){0,7}${between}[1-9]\\d{0,8}${close}`,
      "g",
    ),
  };
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
