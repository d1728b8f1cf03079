/**
 * The chunk without what only we requested; undefined if nothing is left. If the codec throws, the
 * chunk is passed on unchanged.
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
