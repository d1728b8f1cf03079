import type { Job, Queue } from "bullmq";
import type { TelemetryEvent } from "../../telemetry.ts";
import type { JobData } from "./job-data.ts";

/** An event that was given up: masked, as it was to be sent. */
export interface DeadLetter {
  /** What `redeliver` takes. */
  readonly eventId: string;
  /** Why: `rejected: invalid`, `rejected: forbidden`, `dropped: gave_up`, ... */
  readonly reason: string;
  /** Milliseconds since the Unix epoch. */
  readonly failedAt: number | undefined;
  /** Undefined when it could not be read. */
  readonly event: TelemetryEvent | undefined;
}

/** The newest dead letters first, from the `start`th (0) on. */
export async function listDeadLetters(
  queue: Queue,
  { start, count }: { readonly start: number; readonly count: number },
): Promise<DeadLetter[]> {
  const jobs: (Job | undefined)[] = await queue.getFailed(start, start + count - 1);
  return jobs.filter((job) => job !== undefined).map(letterOf);
}

/** Puts a dead letter back among the jobs. False when there is none of this id. */
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
