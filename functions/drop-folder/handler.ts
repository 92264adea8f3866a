import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { DropFolderSettings } from '../drop-folder-settings.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { causeInLog, conversionInLog, logger } from '../logger.ts';
import { dropped } from '../services/dropped.ts';
import { places } from '../services/places.ts';
import { services } from '../services/services.ts';
import { convertDropped, type DropFolderServices, NotDone } from './convert-dropped.ts';
import { conversionIdOf, type DroppedFile, readDroppedFile, withJobSent } from './dropped-file.ts';

/** How long an invocation waits for a job that it has queued, in milliseconds: most are done by then. */
const PATIENCE = 10_000;

/**
 * Has the files of a drop folder converted. A message whose file has to wait is sent again, so that it uses up no receive;
 * one that fails comes back, and becomes a dead letter after some receives.
 */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failed = await Promise.all(Records.map(async (record) => ((await isDealtWith(record)) ? [] : [record])));
  return { batchItemFailures: failed.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
};

async function isDealtWith(record: SQSRecord): Promise<boolean> {
  const file = readDroppedFile(record);
  if (file) return convert(file, record.body);
  logger.error('A message names no file', { message_id: record.messageId });
  return true;
}

async function convert(file: DroppedFile, body: string): Promise<boolean> {
  const folder = JSON.parse(readEnvironment(ENVIRONMENT.dropFolder)) as DropFolderSettings;
  const atOnce = Number(readEnvironment(ENVIRONMENT.dropFolderAtOnce));
  const all: DropFolderServices = { ...services(), ...dropped(), places: places(), folder, atOnce };
  let conversion: string | undefined;
  try {
    conversion = conversionInLog(conversionIdOf(file, folder, await all.secret()));
    const until = Date.now() + (file.sent ? 0 : PATIENCE);
    const code = await convertDropped(file, until, all).catch((error: unknown) => sendAnew(error, body));
    logger.info('A file was dropped', { conversion, code });
    return true;
  } catch (error) {
    logger.error('A dropped file could not be dealt with now', { conversion, cause: causeInLog(error) });
    return false;
  }
}

/** @returns where the file is. @throws what is no NotDone */
async function sendAnew(error: unknown, body: string): Promise<NotDone['file']> {
  if (!(error instanceof NotDone)) throw error;
  const { waiting, underWay } = dropped();
  if (error.file === 'waiting') await waiting.send(body, error.pause);
  else await underWay.send(withJobSent(body), error.pause);
  return error.file;
}
