/**
 * Whether bytes of server-sent events may end with `[DONE]`, the end marker of OpenAI's dialects.
 * Cheap, because it is called for every chunk: JSON events end with a brace, and JSON contains no
 * line ends.
 */
export function mayEndWithDone(bytes: Uint8Array): boolean {
  let at = bytes.length - 1;
  if (bytes[at] !== LF) return false;
  while (at >= 0 && (bytes[at] === LF || bytes[at] === CR)) at -= 1;
  return at < 0 || bytes[at] === CLOSE_BRACKET;
}

const LF = 0x0a;
const CR = 0x0d;
const CLOSE_BRACKET = 0x5d;
