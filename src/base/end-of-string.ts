/** Index of the quote that closes the JSON string beginning at `from`; the length of `json` if none. */
export function endOfString(json: string, from: number): number {
  let end = json.indexOf('"', from);
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end < 0 ? json.length : end;
}

function isEscaped(json: string, at: number): boolean {
  let before = at - 1;
  while (json.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}

const BACKSLASH = 0x5c;
