import type { SQSEvent } from 'aws-lambda';
import { performJob } from '../conversion/perform-job.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { storage } from '../services/storage.ts';
import { warmUpOnLambda } from '../warm-up.ts';
import { readJob } from './job-message.ts';

warmUpOnLambda();

/** The worker of one engine: does the jobs of its queue. What it throws is tried again, then given up. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const record of Records) {
    const id = readJob(record);
    if (!id) {
      logger.error('A message names no conversion', { message_id: record.messageId });
      continue;
    }
    const failure = await performJob(id, storage());
    const entry = { conversion: conversionInLog(id), code: failure?.code ?? 'OK' };
    if (failure?.code.startsWith('ENGINE')) logger.error('A job failed', { ...entry, cause: causeInLog(failure) });
    else logger.info('A job ended', entry);
  }
};
