import { fstatSync } from "node:fs";
import { createMasker, type MaskedSpan, SECRET_DETECTORS } from "../masking/index.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { decoded } from "./decoded.ts";
import type { Colour, Terminal } from "./terminal.ts";
import { textBlocks } from "./text-blocks.ts";

const HELP = `Usage: guarded-model-client mask [options] < FILE

Prints a text as the default masker would send it, with placeholders for what
it found: secrets in red, personal data in other colours by their type. Reads
UTF-8, and UTF-16 that begins with its byte order mark.

Options:
  --json          only where something was found, as a JSON array of
                  { start, end, type, placeholder }; offsets in UTF-16 units
  --national-ids  look for national identifiers as well
  --help          this text`;

/** `guarded-model-client mask`: reads stdin to its end, block by block. */
export const mask: Command = {
  help: HELP,
  async run(args, terminal) {
    const { json = false, "national-ids": nationalIds = false } = readOptions(args);
    assertReadable();
    const session = createMasker({ nationalIds }).open();
    const show = json ? new SpanList(terminal) : new Painting(terminal);
    let isText = true;
    for await (const block of textBlocks(decoded(process.stdin))) {
      show.block(block, session.mask(block).spans);
      isText &&= !UNREADABLE.test(block);
    }
    show.end();
    if (!isText) terminal.complain(NO_TEXT);
    return 0;
  },
};

/** NUL, and what a decoder puts where bytes are no text in its encoding. */
const UNREADABLE = /[\0\uFFFD]/;

/** Nothing found in an archive, an office document or a picture says nothing about it. */
const NO_TEXT = `Warning: this does not look like plain text in UTF-8 or UTF-16. Nothing was
looked for in what is compressed or in another encoding: extract or convert it first.`;

function readOptions(args: readonly string[]) {
  const options = { json: { type: "boolean" }, "national-ids": { type: "boolean" } } as const;
  return readArguments("mask", args, { options }).values;
}

/** Node.js reads a directory as an empty text, and "nothing was found" would be misleading. */
function assertReadable(): void {
  if (isDirectory(process.stdin.fd)) {
    throw new Error("Standard input is a directory; mask reads a file: mask < FILE");
  }
}

/** Windows does not tell the kind of every standard input, but never has a directory there. */
function isDirectory(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isDirectory();
  } catch {
    return false;
  }
}

/** Prints the text with placeholders. */
class Painting {
  readonly #terminal: Terminal;
  #isLineOpen = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  block(text: string, spans: readonly MaskedSpan[]): void {
    const { paint } = this.#terminal;
    let painted = "";
    let copied = 0;
    for (const { start, end, type, placeholder } of spans) {
      painted += text.slice(copied, start) + paint(colourOf(type), placeholder);
      copied = end;
    }
    this.#terminal.write(painted + text.slice(copied));
    // A long line may come in several blocks, and must not be broken between them.
    this.#isLineOpen = !text.endsWith("\n");
  }

  end(): void {
    if (this.#isLineOpen) this.#terminal.write("\n");
  }
}

/** Prints one JSON array, as it grows. Without the values, because the output may be kept. */
class SpanList {
  readonly #terminal: Terminal;
  #offset = 0;
  #last: string | undefined = undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  block(text: string, spans: readonly MaskedSpan[]): void {
    for (const { start, end, type, placeholder } of spans) {
      if (this.#last !== undefined) this.#terminal.print(`${this.#last},`);
      const opening = this.#last === undefined ? "[" : " ";
      const span = { start: this.#offset + start, end: this.#offset + end, type, placeholder };
      this.#last = opening + JSON.stringify(span);
    }
    this.#offset += text.length;
  }

  end(): void {
    this.#terminal.print(this.#last === undefined ? "[]" : `${this.#last}]`);
  }
}

const SECRETS: ReadonlySet<string> = new Set(SECRET_DETECTORS.map(({ type }) => type));

/** The colours of the types of personal data. */
const COLOURS: readonly Colour[] = ["good", "odd", "strong"];

function colourOf(type: string): Colour {
  if (SECRETS.has(type)) return "bad";
  const sum = [...type].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return COLOURS[sum % COLOURS.length] ?? "strong";
}
