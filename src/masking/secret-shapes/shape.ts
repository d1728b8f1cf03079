/**
 * A vendor's secret, as a row of a table. To add a vendor, add a row: nothing else refers to it.
 */
export interface SecretShape {
  readonly vendor: string;
  /** Prefix of the secret, at least three characters; several are separated by spaces. */
  readonly prefix: string;
  /** The characters after the prefix. Every quantifier has an upper bound. */
  readonly body: RegExp;
  /** Where the vendor documents or shows it. */
  readonly source: string;
  /** Everything before the prefix, for secrets with a marker in the middle. */
  readonly lead?: RegExp;
  /** Minimum entropy of the body in bits per character. Default 2.5, which random hex passes. */
  readonly minEntropy?: number;
  /** The prefix is so unspecific that the body must contain digits and letters of both cases. */
  readonly mixed?: boolean;
  /**
   * No word begins with the prefix, so a body of letters only, as one in thirty may be, is accepted
   * although it reads like words.
   */
  readonly wordless?: boolean;
  /** What precedes a value of the same form that is public, up to it. */
  readonly unless?: RegExp;
}

/** A UUID in lower case, which is the whole body of many vendors' secrets. */
export const UUID: RegExp = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** For `followedBy`: the digits. */
export const DECIMAL = "0123456789";
/** For `followedBy`: hexadecimal digits in lower case. */
export const HEX = "0123456789abcdef";

/** One prefix for each possible next character: `followedBy("SK", "01")` is `SK0 SK1`. */
export function followedBy(prefix: string, characters: string, suffix = ""): string {
  return [...characters].map((character) => prefix + character + suffix).join(" ");
}
