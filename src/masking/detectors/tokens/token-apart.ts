import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { isToken, MARKS } from "./encoded-token.ts";

/** As many as the longest token; a word of a single letter may follow it. */
const APART = /[\w.-](?: [\w.-]){19,239}(?!\w)/y;

/** A token with a space between all characters: `g h p _ a 1 …`. */
export const apartToken: Detector = {
  type: "SECRET",
  name: "token-apart",
  kind: "secret",
  source: "tokens as they are spelled out to get around a filter",
  check: "without the spaces, a token of a common service, entropy of 3 bits per character",
  gates: { literals: MARKS.map((mark) => [...mark].join(" ")), atStart: true },
  find({ text, at }: Hit, emit: Emit): number {
    const written = matchAt(APART, text.view, at)?.[0] ?? "";
    if (isToken(written.replaceAll(" ", ""))) emit(at, at + written.length, VALIDATED);
    return at + written.length;
  },
};
