/**
 * A hook that was written `async` answers with a promise where an answer was needed at once.
 * What it rejects with later is nobody's to hear, and must not end the process.
 */
export function ignoreLateRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(ignore);
}

function ignore(): void {}
