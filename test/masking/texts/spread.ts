/** `{a,b} c` as `a c` and `b c`; `{a,}` as `a` and nothing. */
export function spread(pattern: string): string[] {
  const [, before = "", choices, after = ""] = /^([^{]*)\{([^}]*)\}(.*)$/s.exec(pattern) ?? [];
  if (choices === undefined) return [pattern];
  return choices.split(",").flatMap((choice) => spread(`${before}${choice}${after}`));
}
