/** Byte order marks of UTF-16, and the labels of the encodings (Encoding Standard, "BOM sniff"). */
const MARKS: ReadonlyMap<number, string> = new Map([
  [0xfffe, "utf-16le"],
  [0xfeff, "utf-16be"],
]);

/**
 * The text of a file in UTF-8, or in UTF-16 with a byte order mark, which `>` of Windows PowerShell
 * writes: decoded as UTF-8, it would have a NUL after each letter, and nothing would be found in
 * it.
 */
export async function* decoded(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let start: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    if (decoder !== undefined) {
      yield decoder.decode(piece, { stream: true });
      continue;
    }
    start = start.length === 0 ? piece : Buffer.concat([start, piece]);
    if (start.length < 2) continue;
    decoder = decoderFor(start);
    yield decoder.decode(start, { stream: true });
  }
  yield decoder === undefined ? decoderFor(start).decode(start) : decoder.decode();
}

/** The byte order mark stays in the text, so that the output has it too. */
function decoderFor([first = 0, second = 0]: Uint8Array): TextDecoder {
  const label = MARKS.get(first * 256 + second) ?? "utf-8";
  return new TextDecoder(label, { ignoreBOM: true });
}
