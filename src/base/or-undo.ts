/**
 * `begun`; if it fails, after `undo`. For what is loaded at its first use, which may fail then: what
 * the call holds must not stay held.
 */
export function orUndo<T>(begun: Promise<T>, undo: () => void): Promise<T> {
  return begun.catch((error: unknown) => {
    undo();
    throw error;
  });
}
