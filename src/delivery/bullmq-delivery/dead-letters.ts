import type { Job, Queue } from "bullmq";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { JobData } from "./job-data.ts";

/** An event that was given up, masked, as it was to be sent. */
export interface DeadLetter {
  /** The argument of `redeliver`. */
  readonly eventId: string;
  /** Why, for example `rejected: invalid`, `rejected: forbidden`, `dropped: gave_up`. */
  readonly reason: string;
  /** Milliseconds since the Unix epoch; undefined if unknown. */
  readonly failedAt: number | undefined;
  /** Undefined if it cannot be read. */
  readonly event: TelemetryEvent | undefined;
}

/** Dead letters, newest first, skipping the first `start`. */
export async function listDeadLetters(
  queue: Queue,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<DeadLetter[]> {
  const jobs: (Job | undefined)[] = await queue.getFailed(start, start + count - 1);
  return jobs.filter((job) => job !== undefined).map(letterOf);
}

/** Moves a dead letter back to the queue. Returns false if there is none with this id. */
export async function redeliver(queue: Queue, eventId: string): Promise<boolean> {
  const job: Job | undefined = await queue.getJob(eventId);
  if (job === undefined || !(await job.isFailed())) return false;
  await job.retry("failed");
  return true;
}

function letterOf(job: Job): DeadLetter {
  const data = job.data as Partial<JobData> | undefined;
  return {
    eventId: String(job.id),
    reason: job.failedReason,
    failedAt: job.finishedOn,
    event: data?.event,
  };
}
