import { looksRandom } from "../../checks/disorder.ts";
import { isSample } from "../../checks/randomness.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, SHAPED } from "../../scan/detector.ts";
import { isGiven } from "../given/given-value.ts";

/** Maximum distance from `kind`, before and after, at which the rest of an object is read. */
const REACH = 6_000;
/** Where the next object begins, or this one ends. */
const NEXT_OBJECT = /\n---|apiVersion["']?:|[^\w]kind["']?:/;
/** The block of values, with its indentation. */
const BLOCK = /(?:^|[\n{,])([ \t]{0,12})["']?(stringData|data)["']?:[ \t]{0,4}\{?[ \t]{0,4}\r?\n?/g;
/** What precedes `kind` on its line. */
const LINE_START = /(?:^|\n)([ \t-]{0,24})$/;
/** The indentation of a line that is neither a comment nor a template instruction. */
const INDENT = /\n([ \t]*)(?=[^\s#{])/g;
/** A line of the block, or a member of a JSON object: indentation, name and value. */
const ENTRY =
  /([ \t]{0,24})["']?([\w./-]{1,80})["']?:[ \t]{0,4}(["']?)((?![#|>])[^\s"',{}]{1,5000})\3,?[ \t]{0,4}(?:\r?\n|(?=[}"'])|$)/y;
/** Maximum number of values per block. */
const MOST = 64;
/** Names of what is stored along with secrets: names, locations and certificates. */
const NO_SECRET =
  /(?:^|[._-])(?:user(?:name)?|login|email|host(?:name)?|port|database|dbname|db|schema|name|type|region|bucket|endpoint|crt|pem|pub|ca)$/i;

/** The values of an object of kind Secret, regardless of their names. */
export const kubernetesSecret: Detector = {
  type: "SECRET",
  name: "kubernetes-secret",
  kind: "secret",
  source: "kubernetes.io/docs/concepts/configuration/secret",
  check: "complete base64; or letters and digits, long enough",
  context: "in `data` and `stringData` of `kind: Secret`; not user names, hosts, certificates",
  gates: { literals: ["kind: Secret", '"kind": "Secret"', '"kind":"Secret"'] },
  find({ text, at, end }: Hit, emit: Emit): number {
    const to = reportObject(text.view, { at, end }, emit);
    // As a command prints it, in the JSON string of a tool's result.
    return text.lines === text
      ? to
      : Math.max(to, reportObject(text.lines.view, { at, end }, emit));
  },
};

/** Reports the values of the object whose `kind` is at `at`. Returns where it ends. */
function reportObject(
  view: string,
  { at, end }: { readonly at: number; readonly end: number },
  emit: Emit,
): number {
  // Other kinds, such as stores and providers of secrets, contain no values.
  if (/[\w-]/.test(view.charAt(end))) return end;
  // Tools print members sorted by name: `data` before `kind`.
  const before = view.slice(Math.max(view.lastIndexOf("kind", at - 1), at - REACH, 0), at);
  const own = before.lastIndexOf("apiVersion");
  const from = own < 0 ? at : at - before.length + own;
  const column = LINE_START.exec(view.slice(Math.max(0, at - 25), at))?.[1]?.length;
  const rest = view.slice(end, end + REACH);
  const behind = rest.slice(0, NEXT_OBJECT.exec(rest)?.index);
  const to = end + sizeWithin(behind, column ?? 0);
  reportBlocks(view, { from, to, column }, emit);
  return to;
}

/**
 * The length of the part indented at least as far as `kind`: anything less belongs to the parent
 * object.
 */
function sizeWithin(rest: string, column: number): number {
  if (column === 0) return rest.length;
  for (const { index, 1: indent = "" } of rest.matchAll(INDENT)) {
    if (indent.length < column) return index;
  }
  return rest.length;
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** The column of `kind` on its line; undefined after another member. */
  readonly column: number | undefined;
}

function reportBlocks(view: string, { from, to, column }: Range, emit: Emit): void {
  for (const block of view.slice(from, to).matchAll(BLOCK)) {
    const [head, indent = "", name] = block;
    // With a different indentation it belongs to something else that only names the kind of secret
    // it reads.
    if (column !== undefined && head.startsWith("\n") && indent.length !== column) continue;
    let next = from + block.index + head.length;
    for (let count = 0; count < MOST && next < to; count++) {
      const entry = matchAt(ENTRY, view, next);
      if (entry === null) break;
      const [line, inner = "", key = "", quote = "", value = ""] = entry;
      if (inner.length <= indent.length && head.endsWith("\n")) break;
      const start = next + line.lastIndexOf(value + quote);
      if (!NO_SECRET.test(key) && isSecret(value, name === "data"))
        emit(start, start + value.length, SHAPED);
      next += line.length;
    }
  }
}

/** Whether a value is a real secret: base64 in `data`, plain in `stringData`. */
function isSecret(value: string, isEncoded: boolean): boolean {
  if (!isEncoded) return isGiven(value) || looksRandom(value);
  if (!/^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) || value.length % 4 !== 0) return false;
  const decoded = Buffer.from(value, "base64").toString("latin1");
  return decoded.length >= 6 && !isSample(decoded);
}
