/** Keeps this thread from running anything else for `ms` milliseconds, as a busy app does. */
export function blockFor(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
