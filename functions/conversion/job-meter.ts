import type { Conversion } from './conversion.ts';
import type { ConvertedFile } from './converter.ts';
import { type ErrorCode, isOurFault, toConversionError } from './errors.ts';

/** How a job ended: well, by the fault of the client's file or settings, or by that of the service. */
export type JobOutcome = 'ok' | 'client' | 'service';

/** How a job ended, as it is counted: nothing of it leads to a conversion, a file or a client. */
export interface EndedJob extends Pick<Conversion, 'engine' | 'originalFormat' | 'targetFormat'> {
  readonly outcome: JobOutcome;
  /** Seconds from the request to the first attempt; only of jobs that went through a queue. */
  readonly queueWait?: number;
  /** Seconds in the engine; only of one that is well. */
  readonly engineSeconds?: number;
  /** Size of the source; only of one that is well. */
  readonly bytesIn?: number | undefined;
  /** Size of the result; only of one that is well. */
  readonly bytesOut?: number;
}

/** Counts the jobs that end. */
export interface JobMeter {
  /** Notes the end of a job. It fails nothing: what cannot be noted is lost. */
  ended(job: EndedJob): void;
}

/** Counts nothing, since on one machine nobody reads the metrics. */
export const NO_METER: JobMeter = { ended: () => undefined };

/** How a job ended that made a result. @param queueWait seconds */
export function doneJob(
  { engine, originalFormat, targetFormat, sourceSize: bytesIn }: Conversion,
  { conversionTime: engineSeconds, fileSize: bytesOut }: ConvertedFile,
  queueWait?: number,
): EndedJob {
  const job = { engine, originalFormat, targetFormat, engineSeconds, bytesIn, bytesOut };
  return { ...job, outcome: 'ok', ...(queueWait !== undefined && { queueWait }) };
}

/** Has the end of a job counted, when it comes. */
export function countOutcome(conversion: Conversion, outcome: Promise<ConvertedFile>, meter?: JobMeter): void {
  if (!meter) return;
  outcome.then(
    (file) => meter.ended(doneJob(conversion, file)),
    (error: unknown) => meter.ended(failedJob(conversion, toConversionError(error).code)),
  );
}

/** How a job ended that the client saw fail with this error. */
export function failedJob({ engine, originalFormat, targetFormat }: Conversion, code: ErrorCode): EndedJob {
  return { engine, originalFormat, targetFormat, outcome: isOurFault(code) ? 'service' : 'client' };
}
