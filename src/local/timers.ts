/** The longest delay of Node.js timers; longer ones are treated as one millisecond. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
