/**
 * Whether bytes of server-sent events may end with the `[DONE]` that dialects of OpenAI's end
 * their streams with. Made to be asked of every piece: events of JSON say no by their last brace,
 * and nothing inside of JSON has a line end.
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
