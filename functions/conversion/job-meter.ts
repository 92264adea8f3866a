import type { Conversion } from './conversion.ts';
import type { ConvertedFile } from './converter.ts';
import { type ErrorCode, isOurFault, toConversionError } from './errors.ts';

/** How a job ended: done, or failed because of the client's file or settings, or by a fault of the service. */
export type JobOutcome = 'ok' | 'client' | 'service';

/** The metrics of an ended job. They identify no conversion, file or client. */
export interface EndedJob extends Pick<Conversion, 'engine' | 'originalFormat' | 'targetFormat'> {
  readonly outcome: JobOutcome;
  /** Seconds from the request to the first attempt; only of jobs that went through a queue. */
  readonly queueWait?: number;
  /** Seconds in the engine; only of done jobs. */
  readonly engineSeconds?: number;
  /** Size of the source; only of done jobs. */
  readonly bytesIn?: number | undefined;
  /** Size of the result; only of done jobs. */
  readonly bytesOut?: number;
}

/** Counts the jobs that end. */
export interface JobMeter {
  /** Counts the end of a job. It never throws. */
  ended(job: EndedJob): void;
}

/** Counts nothing: one machine has no metrics. */
export const NO_METER: JobMeter = { ended: () => undefined };

/** The metrics of a done job. @param queueWait in seconds */
export function doneJob(
  { engine, originalFormat, targetFormat, sourceSize: bytesIn }: Conversion,
  { conversionTime: engineSeconds, fileSize: bytesOut }: ConvertedFile,
  queueWait?: number,
): EndedJob {
  const job = { engine, originalFormat, targetFormat, engineSeconds, bytesIn, bytesOut };
  return { ...job, outcome: 'ok', ...(queueWait !== undefined && { queueWait }) };
}

/** Counts a job when it ends. */
export function countOutcome(conversion: Conversion, outcome: Promise<ConvertedFile>, meter?: JobMeter): void {
  if (!meter) return;
  outcome.then(
    (file) => meter.ended(doneJob(conversion, file)),
    (error: unknown) => meter.ended(failedJob(conversion, toConversionError(error).code)),
  );
}

/** The metrics of a failed job. */
export function failedJob({ engine, originalFormat, targetFormat }: Conversion, code: ErrorCode): EndedJob {
  return { engine, originalFormat, targetFormat, outcome: isOurFault(code) ? 'service' : 'client' };
}
