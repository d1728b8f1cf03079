import { entropy } from "../../checks/randomness.ts";
import { matchAt } from "../../pattern/sticky.ts";
import { type Detector, type Emit, type Hit, VALIDATED } from "../../scan/detector.ts";

/**
 * Maximum distance between a member and its `kty`: the modulus of a 4,096-bit key can be between
 * them.
 */
const KEY_REACH = 1_500;

const VALUE = /\\{0,3}"[ \t]{0,4}:[ \t]{0,4}\\{0,3}"([\w-]{22,900})\\{0,3}"/y;

/** The private members of a JSON Web Key. */
export const jwkPrivate: Detector = {
  type: "PRIVATE_KEY",
  name: "jwk-private",
  kind: "secret",
  source: "RFC 7518 6.2.2, 6.3.2 and 6.4.1, RFC 8037 2",
  check: "base64url, and a `kty` near it",
  context: "members `d`, `p`, `q`, `dp`, `dq`, `qi` of any key, `k` of a symmetric one",
  gates: { literals: ['"d"', '"k"', '"p"', '"q"', '"dp"', '"dq"', '"qi"', '"d\\"', '"k\\"'] },
  find({ view, at, end }: Hit, emit: Emit): number {
    const match = matchAt(VALUE, view, view.charAt(end - 2) === "\\" ? end - 2 : end - 1);
    const value = match?.[1];
    if (match === null || value === undefined || entropy(value) < 3.2) return end;
    const around = view.slice(Math.max(0, at - KEY_REACH), VALUE.lastIndex + KEY_REACH);
    if (!/"kty\\{0,3}"/.test(around)) return end;
    const start = match.index + match[0].indexOf(value);
    emit(start, start + value.length, VALIDATED);
    return end;
  },
};
