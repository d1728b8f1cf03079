import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../detector.ts";
import { dashedRunStart } from "../text/chars.ts";

/** Letters and digits of one group, and how many groups there are. */
const GROUP = 5;
const KEY = /[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![\w-])/y;
const SIZE = 29;

/** Keys that activate programs: five groups of five capitals and digits. */
export const productKey: Detector = {
  type: "SECRET",
  name: "product-key",
  kind: "secret",
  source: "learn.microsoft.com/windows-server/get-started/kms-client-activation-keys",
  check: "five groups of five capitals and digits, some with both",
  gates: { digits: "mixed", word: [GROUP, GROUP] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const start = dashedRunStart(text, at, SIZE);
    KEY.lastIndex = start;
    if (!KEY.test(text.view)) return end;
    emit(start, start + SIZE, CONTEXTUAL);
    return start + SIZE;
  },
};
