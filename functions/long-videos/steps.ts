import type { ChunkStep, EncodedChunk } from '../conversion/chunks.ts';
import { type Conversion, LONG_VIDEO_TIME, resultKey, statusOf } from '../conversion/conversion.ts';
import { orderOf } from '../conversion/converter.ts';
import type { EngineCall } from '../conversion/engine-call.ts';
import type { EngineDone, EngineFailed } from '../conversion/engine-events.ts';
import { engineFailed, isOurFault } from '../conversion/errors.ts';
import { doneJob, failedJob } from '../conversion/job-meter.ts';
import { completeJob, failJob } from '../conversion/perform-job.ts';
import { conversionInLog, logger } from '../logger.ts';
import { LARGEST_RESULT, LINK_TIME } from '../services/engine-functions.ts';
import type { LongVideoJob } from '../services/long-videos.ts';
import { meter } from '../services/meter.ts';
import { storage } from '../services/storage.ts';

/** What the durable execution stores of a long video: nothing that the client sent, not even its name. */
export interface LongVideoFile {
  readonly conversion: Conversion;
}

/** The percentage of the progress that encoding the chunks is; joining them is the rest. */
const SHARE = 95;

/** The storage key of an encoded chunk. */
function chunkKey({ id }: Pick<Conversion, 'id'>, index: number): string {
  return `${resultKey(id)}.chunk-${index}`;
}

/** Extends the deadline of the conversion. @returns undefined when it was deleted */
export async function begin({ conversion_id: id }: LongVideoJob): Promise<LongVideoFile | undefined> {
  const { conversions } = storage();
  if (!(await conversions.extend(id, Date.now() + LONG_VIDEO_TIME))) return undefined;
  const conversion = await conversions.find(id);
  return conversion && { conversion: { ...conversion, originalFilename: '', secrets: {} } };
}

/** The payload that encodes a chunk; undefined when the conversion was deleted. */
export async function signEncoding(
  { conversion }: LongVideoFile,
  step: ChunkStep,
  index: number,
  chunks: number,
): Promise<EngineCall | undefined> {
  if (!(await isWanted(conversion))) return undefined;
  // Chunks are begun in order, some at once: the index is about the progress.
  await storage().conversions.recordProgress(conversion.id, (SHARE * index) / chunks);
  return sign(conversion, step, [conversion.source], chunkKey(conversion, index));
}

/** The payload that joins the chunks; undefined when the conversion was deleted. */
export async function signJoining(
  { conversion }: LongVideoFile,
  starts: readonly number[],
): Promise<EngineCall | undefined> {
  if (!(await isWanted(conversion))) return undefined;
  const keys = starts.map((_, i) => chunkKey(conversion, i));
  const [bytes, ...sizes] = await Promise.all([conversion.source, ...keys].map((key) => sizeOf(key)));
  const chunks: EncodedChunk[] = starts.map((start, i) => ({ start, bytes: sizes[i] ?? 0 }));
  const step = { step: 'join', bytes: bytes ?? 0, chunks } as const;
  return sign(conversion, step, [conversion.source, ...keys], resultKey(conversion.id));
}

/** Makes the conversion ready. @param done with the seconds of all calls */
export async function complete({ conversion }: LongVideoFile, { format, seconds }: EngineDone): Promise<void> {
  const fileSize = await sizeOf(resultKey(conversion.id));
  const outcome = { resultFormat: format, conversionTime: seconds, fileSize };
  // One that was made ready already is not counted again.
  if (!(await completeJob(conversion, outcome, storage()))) return;
  meter().ended(doneJob(conversion, outcome));
  await storage().files.delete(conversion.source);
  logger.info('A long video is done', { conversion: conversionInLog(conversion.id) });
}

/** Ends the conversion; what is under way of it ends by itself, and nothing more is begun. */
export async function fail({ conversion }: LongVideoFile, { code, message, detail }: EngineFailed): Promise<void> {
  if (!(await failJob(conversion, { code, message }, storage()))) return;
  meter().ended(failedJob(conversion, code));
  const entry = { conversion: conversionInLog(conversion.id), code };
  if (isOurFault(code)) logger.error('A long video failed', { ...entry, cause: detail });
  else logger.info('A long video ended', entry);
}

/** Deletes what is left when all has ended. A job that has not come to an end by itself has failed, or was deleted. */
export async function tidy({ conversion }: LongVideoFile, chunks: number): Promise<void> {
  const { conversions, files } = storage();
  const keys = Array.from({ length: chunks }, (_, i) => chunkKey(conversion, i));
  const isReady = (await conversions.find(conversion.id))?.state === 'ready';
  if (!isReady) await failJob(conversion, engineFailed('nobody ended it'), storage());
  const unwanted = isReady ? keys : [...keys, conversion.source, resultKey(conversion.id)];
  await Promise.all(unwanted.map((key) => files.delete(key)));
}

async function isWanted({ id }: Conversion): Promise<boolean> {
  const conversion = await storage().conversions.find(id);
  return conversion !== undefined && statusOf(conversion) === 'processing';
}

async function sizeOf(key: string): Promise<number> {
  const size = await storage().files.size(key);
  if (!size) throw new Error('The engine stored no result');
  return size;
}

async function sign(
  conversion: Conversion,
  chunks: ChunkStep,
  sources: readonly string[],
  result: string,
): Promise<EngineCall> {
  const { files } = storage();
  const until = Date.now() + LINK_TIME;
  const urls = await Promise.all(sources.map((key) => files.link(key, until)));
  const form = await files.form(result, until, LARGEST_RESULT, 1);
  const order = orderOf({ ...conversion, source: { key: conversion.source }, result });
  return { ...order, chunks, source: { urls }, result: form, endOnly: true };
}
