import type { SQSEvent } from 'aws-lambda';
import { performJob } from '../conversion/perform-job.ts';
import { logger } from '../logger.ts';
import { converter } from '../services/converter.ts';
import { storage } from '../services/storage.ts';
import { readJob } from './job-message.ts';

/** Has an engine do the jobs of its queue. What it throws is tried again, then given up. */
export const handler = async ({ Records }: SQSEvent): Promise<void> => {
  for (const record of Records) {
    const id = readJob(record);
    if (!id) {
      logger.error('A message names no conversion', { message_id: record.messageId });
      continue;
    }
    const failure = await performJob(id, { ...storage(), converter: converter() });
    logger.info('A job ended', { conversion_id: id, code: failure?.code ?? 'OK', cause: String(failure?.cause ?? '') });
  }
};
