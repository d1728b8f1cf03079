/**
 * `setImmediate`, captured at load, so that our waits end while an app's tests replace the timers.
 * Undefined in browser-like test environments, where the package must still load so that the
 * constructor can reject them.
 */
export const nextTurn: typeof setImmediate = globalThis.setImmediate;
