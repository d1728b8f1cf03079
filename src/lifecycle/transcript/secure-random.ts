/** Numbers drawn at once: a system call for each would cost more than the rest of a marker. */
const STORE_SIZE = 256;

/** 2^32, the number of values of one draw. */
const RANGE = 0x1_0000_0000;

const store = new Uint32Array(STORE_SIZE);
let used = STORE_SIZE;

/**
 * A cryptographically secure random number from 0 (inclusive) to 1 (exclusive) (Web Cryptography
 * API, `getRandomValues`). Chooses the markers of transcripts.
 */
export function secureRandom(): number {
  if (used === STORE_SIZE) {
    crypto.getRandomValues(store);
    used = 0;
  }
  const draw = store[used] ?? 0;
  // Erased, so that it is neither used twice nor kept in memory.
  store[used] = 0;
  used += 1;
  return draw / RANGE;
}
