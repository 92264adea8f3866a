import type { Context, SQSEvent } from 'aws-lambda';
import type { DropFolderSettings } from '../drop-folder-settings.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { places } from '../services/places.ts';
import { services } from '../services/services.ts';
import { convertDropped, StillConverting } from './convert-dropped.ts';
import { conversionIdOf, type DroppedFile, readDroppedFile } from './dropped-file.ts';

/** What is left for putting the result where it belongs, in milliseconds: S3 copies some hundred megabytes a second. */
const DELIVERY_TIME = 60_000;

/** Has the files of a drop folder converted. What it throws is tried again, then a dead letter. */
export const handler = async ({ Records }: SQSEvent, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
  const until = Date.now() + context.getRemainingTimeInMillis() - DELIVERY_TIME;
  for (const record of Records) {
    const file = readDroppedFile(record);
    if (file) await convert(file, until);
    else logger.error('A message tells of no file', { message_id: record.messageId });
  }
};

async function convert(file: DroppedFile, until: number): Promise<void> {
  const folder = JSON.parse(readEnvironment(ENVIRONMENT.dropFolder)) as DropFolderSettings;
  const all = { ...services(), places: places(), folder };
  const conversion = conversionInLog(conversionIdOf(file, folder, await all.secret()));
  try {
    const code = await convertDropped(file, until, all);
    logger.info('A file was dropped', { conversion, code });
  } catch (error) {
    if (error instanceof StillConverting) logger.info('A dropped file is still being converted', { conversion });
    else logger.error('A dropped file could not be dealt with now', { conversion, cause: causeInLog(error) });
    throw error;
  }
}
