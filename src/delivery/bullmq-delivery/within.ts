import { timerDelayMs } from "../../transport/deadline.ts";

/**
 * What `work` comes to, or undefined when the time is up first. Holds no process meanwhile,
 * unless it is told to: a socket to Redis holds none.
 */
export async function within<T>(
  deadlineMs: number,
  work: Promise<T>,
  { holdProcess = false }: { readonly holdProcess?: boolean } = {},
): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timerDelayMs(deadlineMs));
    if (!holdProcess) timer.unref();
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
