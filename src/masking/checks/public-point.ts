/** Of the curve P-256 (NIST SP 800-186, section 3.2.1.3). */
const PRIME = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n;
const B = 0x5ac635d8_aa3a93e7_b3ebbd55_769886bc_651d06b0_cc53b0f6_3bce3c3e_27d2604bn;

const COORDINATE_BYTES = 32;

/** The first byte says that both coordinates follow. */
const WRITTEN = /^B[A-P][\w-]{85}$/;

/**
 * Whether it is a point of the curve P-256, uncompressed and in base64url (RFC 8292, section 3.2): a
 * public key, such as those of servers for Web Push. A private one is shorter, and a secret that
 * only looks so is not on the curve.
 */
export function isPublicPoint(value: string): boolean {
  if (value.length !== 87 || !WRITTEN.test(value)) return false;
  const bytes = Buffer.from(value, "base64url");
  const [x, y] = [coordinateAt(bytes, 1), coordinateAt(bytes, 1 + COORDINATE_BYTES)];
  return (y * y - (x * x * x - 3n * x + B)) % PRIME === 0n;
}

function coordinateAt(bytes: Buffer, from: number): bigint {
  return BigInt(`0x${bytes.toString("hex", from, from + COORDINATE_BYTES)}`);
}
