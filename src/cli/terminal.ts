import { cutText } from "../base/cut-text.ts";
import { quoteForeign } from "../redact.ts";

/** Where a command writes, and with which colours. */
export interface Terminal {
  /** Maximum width of lines. */
  readonly columns: number;
  /** Writes a line. */
  print(text: string): void;
  /** Writes text without a line break. */
  write(text: string): void;
  complain(text: string): void;
  /** The text in a colour, or unchanged if colours are off. */
  paint(colour: Colour, text: string): string;
}

/** Colours by meaning. */
export type Colour = "good" | "bad" | "odd" | "quiet" | "strong";

/** What a terminal needs; `process` fits. */
export interface TerminalEnvironment {
  readonly stdout: { readonly isTTY?: boolean; write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const COLUMNS = 80;

// SGR parameters (ECMA-48, section 8.3.117): green, red, yellow, faint, bold.
const CODES: Readonly<Record<Colour, number>> = { good: 32, bad: 31, odd: 33, quiet: 2, strong: 1 };

/** Creates a terminal, with colours if they are wanted. */
export function createTerminal({ stdout, stderr, env }: TerminalEnvironment): Terminal {
  const coloured = isColoured(stdout.isTTY === true, env);
  return {
    columns: COLUMNS,
    print: (text) => void stdout.write(`${text}\n`),
    write: (text) => void stdout.write(text),
    complain: (text) => void stderr.write(`${text}\n`),
    paint: (colour, text) => (coloured ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text),
  };
}

/**
 * Only on a terminal, and not if `NO_COLOR` is set (no-color.org). `FORCE_COLOR` overrides both, as
 * in Node.js: for pagers and CI logs; `0` and `false` mean no colours.
 */
function isColoured(isTerminal: boolean, env: TerminalEnvironment["env"]): boolean {
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  return isTerminal && !env.NO_COLOR && env.TERM !== "dumb";
}

/** Foreign text as one printable piece of at most `maxLength` characters. */
export function printable(text: string, maxLength: number): string {
  const line = quoteForeign(text);
  return line.length > maxLength ? `${cutText(line, maxLength - 1)}…` : line;
}

/**
 * A value as JSON on one line. Also escapes what some readers take for a line break, and terminals
 * for a command: `JSON.stringify` leaves U+0085, U+009B and U+2028 as they are.
 */
export function jsonLine(value: unknown): string {
  return quoteForeign(JSON.stringify(value), Number.POSITIVE_INFINITY);
}
