/**
 * A chunk without what only we asked for; undefined for none. An app would rather see a chunk too
 * many than lose one to a codec that throws.
 */
export function concealed<Chunk>(
  chunk: Chunk,
  conceal: (chunk: Chunk) => Chunk | undefined,
): Chunk | undefined {
  try {
    return conceal(chunk);
  } catch {
    return chunk;
  }
}
