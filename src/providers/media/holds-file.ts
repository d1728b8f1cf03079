import { mapStrings } from "../json/json-shape.ts";

/** An encoded file. Nothing else that is this long has no other characters. */
const FILE = /^(?:data:[!-~]*$|[\w+/=\r\n-]{512,}$)/;

/** Whether there is an encoded file in `value`, whatever the properties are called. */
export function holdsFile(value: unknown): boolean {
  let isFound = false;
  mapStrings(value, (text) => {
    isFound ||= FILE.test(text);
    return text;
  });
  return isFound;
}
