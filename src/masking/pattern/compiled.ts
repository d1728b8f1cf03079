/** V8 compiles an expression for the processor at once if its first text is at least so long. */
const LONG_TEXT = "\n".repeat(1_000);

/**
 * The same expression, compiled. V8 makes bytecode of an expression first, and machine code when it
 * is asked a second time. Of one with many words the bytecode takes three times as long to make as
 * the machine code, and detectors always ask again: it is left out. For expressions that are long
 * and look at pieces of texts; one that looks at whole texts meets a long one soon enough.
 */
export function compiled(pattern: RegExp): RegExp {
  pattern.test(LONG_TEXT);
  pattern.lastIndex = 0;
  return pattern;
}

/** The same when it is first asked for: of a rule that few processes need, the others pay nothing. */
export function compiledWhenNeeded(make: () => RegExp): () => RegExp {
  let pattern: RegExp | undefined;
  return () => {
    pattern ??= compiled(make());
    return pattern;
  };
}
