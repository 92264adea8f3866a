import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { isConversionId } from '../conversion/conversion.ts';
import { isOurFault } from '../conversion/errors.ts';
import { pauseBefore } from '../conversion/job-times.ts';
import { PutBack, performJob } from '../conversion/perform-job.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { converter } from '../services/converter.ts';
import { longVideos } from '../services/long-videos.ts';
import { messages } from '../services/messages.ts';
import { meter } from '../services/meter.ts';
import { storage } from '../services/storage.ts';

/** The event of a schedule, at which dispatch invokes its engines, so that unused ones do not become inactive. */
interface Wake {
  readonly wake: true;
}

/**
 * Has engines do the jobs of a queue. A job that was not begun comes back soon; with what it throws, a message comes back
 * when its time is over.
 */
export const handler = async (event: SQSEvent | Wake): Promise<SQSBatchResponse> => {
  const kept: string[] = [];
  if ('wake' in event) await converter().wake?.();
  else for (const record of event.Records) if (!(await isDone(record))) kept.push(record.messageId);
  return { batchItemFailures: kept.map((itemIdentifier) => ({ itemIdentifier })) };
};

async function isDone(record: SQSRecord): Promise<boolean> {
  const id = readJob(record);
  if (id) return dispatch(id, record.receiptHandle);
  logger.error('A message names no conversion', { message_id: record.messageId });
  return true;
}

/** The conversion that a message is about, or undefined when it is no message of ours. */
function readJob({ body }: SQSRecord): string | undefined {
  try {
    const { conversion_id: id } = JSON.parse(body) as { conversion_id?: unknown };
    return typeof id === 'string' && isConversionId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

async function dispatch(id: string, receiptHandle: string): Promise<boolean> {
  const conversion = conversionInLog(id);
  try {
    const failure = await performJob(id, {
      ...storage(),
      converter: converter(),
      longVideos: longVideos(),
      meter: meter(),
    });
    const entry = { conversion, code: failure?.code ?? 'OK' };
    if (failure && isOurFault(failure.code)) logger.error('A job failed', { ...entry, cause: causeInLog(failure) });
    else logger.info('A job ended', entry);
    return true;
  } catch (error) {
    if (error instanceof PutBack) {
      logger.warn('A job was not begun', { conversion, cause: causeInLog(error.cause) });
      await messages().again(receiptHandle, pauseBefore(error.deadline));
      return false;
    }
    logger.error('A job could not be done now', { conversion, cause: causeInLog(error) });
    throw error;
  }
}
