import { isUuid, looksRandom } from "../checks/disorder.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { codeAt } from "../text/chars.ts";
import type { ScannedText } from "../text/scanned-text.ts";

/** How far behind the `://` of an address its gate may stand. */
const REACH = 96;
/** Fewest characters of a part that opens something; of hexadecimal digits. */
const FEWEST = 20;
const FEWEST_HEX = 24;

/** What ends an address in any text. */
const REST = /[^\s"'`<>\\^{}|\u007f]{1,480}/y;
const PART = /[^/?#&=@,;]{20,200}/g;

/** Parts of addresses that nobody can guess, which are all the key that they need. */
export const secretAddress: Detector = {
  type: "SECRET",
  name: "secret-address",
  kind: "secret",
  source: "documentation of webhooks (Slack, Discord, Teams) and of Ethereum nodes",
  check: "20 letters and digits or more in no word, a UUID, or 24 hexadecimal digits",
  context: "in addresses of webhooks and nodes, and in the parameters `t=` and `k=` of any address",
  gates: {
    literals: [
      "://hook",
      "webhook",
      "/hook/",
      "/hooks/",
      "mainnet",
      "sepolia",
      "?t=",
      "&t=",
      "?k=",
      "&k=",
    ],
    ignoreCase: true,
  },
  find({ text, at, end }: Hit, emit: Emit): number {
    if (!isInAddress(text, at)) return end;
    REST.lastIndex = end;
    const rest = REST.exec(text.view)?.[0] ?? "";
    const isParameter = codeAt(text, end - 1) === 61;
    for (const { 0: part, index } of rest.matchAll(PART)) {
      if (isParameter && index > 0) break;
      const value = part.replace(/[.:)\]!]+$/, "");
      if (opens(value, isParameter)) emit(end + index, end + index + value.length, CONTEXTUAL);
    }
    return end + (isParameter ? 0 : rest.length);
  },
};

/** Whether the `://` of an address, and no space, stands before. */
function isInAddress(text: ScannedText, at: number): boolean {
  const before = text.slice(Math.max(0, at - REACH), at + 3);
  const scheme = before.lastIndexOf("://");
  return scheme > 0 && !/[\s"'<>]/.test(before.slice(scheme));
}

function opens(value: string, isParameter: boolean): boolean {
  if (!looksRandom(value) || value.length < FEWEST) return false;
  if (/^[0-9a-f-]*$/i.test(value))
    return value.length >= FEWEST_HEX && !(isParameter && isUuid(value));
  return true;
}
