/**
 * One vendor's secret, as a row of a table. To add a vendor, add a row: nothing else refers to it.
 */
export interface SecretShape {
  readonly vendor: string;
  /** What the secret begins with, three characters or more; several are separated by spaces. */
  readonly prefix: string;
  /** What follows the prefix. Every quantifier has an upper bound. */
  readonly body: RegExp;
  /** Where the vendor documents it, or shows it. */
  readonly source: string;
  /** All that stands before the prefix, for secrets that are marked in the middle. */
  readonly lead?: RegExp;
  /** Least entropy of the body in bits per character. Default 2.5, which random hex passes. */
  readonly minEntropy?: number;
  /** The prefix says so little that the body must mix digits with letters of both cases. */
  readonly mixed?: boolean;
  /** No word begins like the prefix: a body of letters alone, which one in thirty may be, is none either. */
  readonly wordless?: boolean;
}

/** For `followedBy`: the digits. */
export const DECIMAL = "0123456789";
/** For `followedBy`: hexadecimal digits in lower case. */
export const HEX = "0123456789abcdef";

/** A prefix for each character that may follow: `followedBy("SK", "01")` is `SK0 SK1`. */
export function followedBy(prefix: string, characters: string, suffix = ""): string {
  return [...characters].map((character) => prefix + character + suffix).join(" ");
}
