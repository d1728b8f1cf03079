/**
 * For a callback that must answer synchronously but is `async`: ignores the rejection of its
 * promise, which would otherwise end the process as unhandled.
 */
export function ignoreLateRejection(answer: unknown): void {
  if (answer instanceof Promise) answer.catch(ignore);
}

function ignore(): void {}
