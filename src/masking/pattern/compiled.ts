/**
 * V8 compiles an expression to machine code at once if the first text it meets is at least this
 * long.
 */
const LONG_TEXT = "\n".repeat(1_000);

/**
 * The same expression, compiled. V8 first makes bytecode of an expression, and machine code on its
 * second use. For an expression with many words, bytecode takes three times as long to make as
 * machine code, and detectors always use it again, so this skips the bytecode. For long expressions
 * that search parts of texts; one that searches whole texts soon meets a long one anyway.
 */
export function compiled(pattern: RegExp): RegExp {
  pattern.test(LONG_TEXT);
  pattern.lastIndex = 0;
  return pattern;
}

/** Compiles on first use, so that a rule that few processes need costs the others nothing. */
export function compiledWhenNeeded(make: () => RegExp): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= compiled(make());
    return pattern;
  };
}
