/** The longest that timers of Node.js take; what is longer they take for a millisecond. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
