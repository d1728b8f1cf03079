import { isAlphabet } from "../../checks/disorder.ts";
import { entropy } from "../../checks/randomness.ts";
import { isAt } from "../../pattern/sticky.ts";
import { CONTEXTUAL, type Detector, type Emit, type Hit } from "../../scan/detector.ts";
import { alnumRunEnd, alnumRunStart, codeAt, dashedRunStart } from "../../text/chars.ts";

/** The length of one group, and of a key of five groups. */
const GROUP = 5;
const SIZE = 29;
const KEY = /[A-Z0-9]{5}(?:-[A-Z0-9]{5}){4}(?![\w-])/y;
/** Minimum number of groups with both letters and digits: nine in ten random ones have both. */
const FEWEST_MIXED = 3;
const LEAST_ENTROPY = 3.6;
/**
 * Words that announce a product key, `Product key: …`, `slmgr /ipk …`: then one group with both is
 * enough.
 */
const OF_PRODUCT =
  /(?:\/ipk|\b(?:activation|licen[cs]e|product|windows|office)[ _-]?(?:key|code)) ?[:=]? ?["'`]?$/i;
/** Words before identifiers of machines, orders and reports. */
const OF_OTHERS = /\b(?:order|serial|crash)(?:[ -](?:no\.?|number|id))?[:#]? ?$/i;
/** `REV02`: a part of the number of a document, place or article. */
const NUMBERED = /^[A-Z]+\d+$/;

/** Product activation keys: five groups of five capitals and digits. */
export const productKey: Detector = {
  type: "SECRET",
  name: "product-key",
  kind: "secret",
  source: "learn.microsoft.com/windows-server/get-started/kms-client-activation-keys",
  check:
    "five groups of five capital letters and digits in random order, three with both (one after words such as product key)",
  gates: { digits: "mixed", word: [GROUP, GROUP] },
  find({ text, at, end }: Hit, emit: Emit): number {
    // Cheap check first: any word of five characters passes the gate.
    const isJoined =
      codeAt(text, alnumRunEnd(text, end, GROUP)) === 45 ||
      codeAt(text, alnumRunStart(text, at, GROUP) - 1) === 45;
    if (!isJoined) return end;
    const start = dashedRunStart(text, at, SIZE);
    if (!isAt(KEY, text.view, start)) return end;
    const before = text.before(start, 24);
    const fewest = OF_PRODUCT.test(before) ? 1 : FEWEST_MIXED;
    if (isKey(text.after(start, SIZE), fewest) && !OF_OTHERS.test(before))
      emit(start, start + SIZE, CONTEXTUAL);
    return start + SIZE;
  },
};

function isKey(value: string, fewest: number): boolean {
  const mixed = value.split("-").filter((group) => /\d/.test(group) && /[A-Z]/.test(group));
  if (mixed.filter((group) => NUMBERED.test(group)).length >= FEWEST_MIXED) return false;
  if (/^[0-9A-F-]+$/.test(value)) return false;
  if (mixed.length < fewest || /([A-Z0-9])\1\1/.test(value)) return false;
  return entropy(value) >= LEAST_ENTROPY && !isAlphabet(value.replace(/[^A-Z]/g, ""));
}
