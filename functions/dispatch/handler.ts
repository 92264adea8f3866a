import type { SQSEvent } from 'aws-lambda';
import { isOurFault } from '../conversion/errors.ts';
import { performJob } from '../conversion/perform-job.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { converter } from '../services/converter.ts';
import { meter } from '../services/meter.ts';
import { storage } from '../services/storage.ts';
import { readJob } from './job-message.ts';

/** Has an engine do the jobs of its queue. What it throws is tried again, then given up. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const record of Records) {
    const id = readJob(record);
    if (id) await dispatch(id);
    else logger.error('A message names no conversion', { message_id: record.messageId });
  }
};

async function dispatch(id: string): Promise<void> {
  const conversion = conversionInLog(id);
  try {
    const failure = await performJob(id, { ...storage(), converter: converter(), meter: meter() });
    const entry = { conversion, code: failure?.code ?? 'OK' };
    if (failure && isOurFault(failure.code)) logger.error('A job failed', { ...entry, cause: causeInLog(failure) });
    else logger.info('A job ended', entry);
  } catch (error) {
    logger.error('A job could not be done now', { conversion, cause: causeInLog(error) });
    throw error;
  }
}
