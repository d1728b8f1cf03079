import { isAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";
import { codeAt, isWordAt, startsToken } from "../../text/chars.ts";

const SECRET = /\|[\w-]{27}(?![\w-])/y;

/** Facebook app access tokens: the app id, a bar, and the secret. */
export const facebookAppToken: Detector = {
  type: "SECRET",
  name: "secret:facebook-app-token",
  kind: "secret",
  source: "developers.facebook.com/docs/facebook-login/guides/access-tokens",
  check: "15 to 17 digits, a bar, 27 characters",
  gates: { digits: "run", least: 15, sizes: [15, 16, 17] },
  find({ text, run }: Hit, emit: Emit): number {
    const last = run.count - 1;
    const size = run.lengths[last] as number;
    if (codeAt(text, run.end) !== 124 || size < 15 || size > 17) return run.end;
    const start = run.starts[last] as number;
    if (!isAt(SECRET, text.view, run.end) || !startsToken(text, start)) return run.end;
    const end = run.end + 28;
    if (!isWordAt(text, end)) emit(start, end, VALIDATED);
    return end;
  },
};
