/** Draws kept in store: asking the system for each would cost more than the rest of a marker. */
const STORE_SIZE = 256;

/** 2^32, the number of values of one draw. */
const RANGE = 0x1_0000_0000;

const store = new Uint32Array(STORE_SIZE);
let used = STORE_SIZE;

/**
 * A number from 0 up to but not including 1 that nobody can foretell (Web Cryptography API,
 * `getRandomValues`). Markers of a transcript are chosen by it.
 */
export function secureRandom(): number {
  if (used === STORE_SIZE) {
    crypto.getRandomValues(store);
    used = 0;
  }
  const draw = store[used] ?? 0;
  // Never given twice, and not left lying about.
  store[used] = 0;
  used += 1;
  return draw / RANGE;
}
