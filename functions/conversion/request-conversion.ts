import type { Caller } from '../callers/caller.ts';
import type { ConversionCommand } from './command.ts';
import { type Conversion, isUnbegun, LINK_LIFETIME, newConversionId, sourceKey, uploadKey } from './conversion.ts';
import type { BegunConversion } from './counted-conversion.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { serviceBusy } from './errors.ts';
import { describeFormat } from './formats.ts';
import { queueOf } from './job-queues.ts';
import { jobTime } from './job-times.ts';
import { findRepeated } from './repeated-request.ts';
import type { RequestIdentity } from './request-identity.ts';
import { type ConversionStores, IdentifierTaken } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/** A command with its caller and the identity of its request. */
export interface ConversionRequest extends ConversionCommand {
  /** The identifier of the conversion. */
  readonly id: string;
  readonly caller: Pick<Caller, 'name' | 'account' | 'planName'>;
  /** The size of the file in bytes. */
  readonly sourceSize: number;
  /** A digest of the request; a repeated request has to have the same. @default it is never repeated */
  readonly fingerprint?: string | undefined;
}

/** The part of a file that distinguishes one request from another. */
export interface RequestedSource {
  /** In bytes. */
  readonly size: number;
  /** The digest of its content, where the request may be repeated. */
  readonly digest?: string | undefined;
}

export function requestOf(
  command: ConversionCommand,
  { size: sourceSize, digest: contentDigest }: RequestedSource,
  { id, fingerprint }: RequestIdentity,
  caller: Caller,
): ConversionRequest {
  return { ...command, id, caller, sourceSize, fingerprint: fingerprint?.({ ...command, contentDigest }) };
}

/**
 * Queues the conversion of an uploaded file, and waits for it until a deadline.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing is stored, or when the conversion has failed by then
 */
export async function queueConversion(
  request: ConversionRequest,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<BegunConversion> {
  const conversion = newConversion(request);
  if (isFull(conversion, stores)) throw serviceBusy();
  await stores.files.put(conversion.source, content, describeFormat(request.sourceFormat).mediaType);
  return begin(conversion, stores, waitUntil);
}

/**
 * Does the same for a file that was stored while it was received.
 * @param source its key, for which no upload form was signed
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing stays stored, or when the conversion has failed by then
 */
export async function convertUploaded(
  request: ConversionRequest,
  source: string,
  stores: ConversionStores,
  waitUntil: number,
): Promise<BegunConversion> {
  const conversion: Conversion = { ...newConversion(request), source, sourceFixed: true };
  if (isFull(conversion, stores)) {
    await stores.files.delete(source);
    throw serviceBusy();
  }
  return begin(conversion, stores, waitUntil);
}

/** Whether the queue of a conversion is full: another job could not be done in time. */
export function isFull({ engine }: Pick<Conversion, 'engine'>, { jobs }: Pick<ConversionStores, 'jobs'>): boolean {
  return jobs.backlog?.(engine) === 'full';
}

/** The record of a conversion whose source is stored under the upload key of its identifier. */
export function uploadedConversion(request: ConversionRequest): Conversion {
  return { ...newConversion(request), source: uploadKey(request.id) };
}

async function begin(conversion: Conversion, stores: ConversionStores, waitUntil: number): Promise<BegunConversion> {
  try {
    // The record before the job: a worker that finds no record drops the job.
    await stores.conversions.create(conversion);
  } catch (error) {
    if (error instanceof IdentifierTaken) return joinRepeated(conversion, stores, waitUntil);
    await deleteUnrecorded(conversion.source, conversion, stores);
    throw error;
  }
  await stores.jobs.send(conversion);
  return { conversion: await waitForConversion(conversion, stores, waitUntil) };
}

/** Waits for the conversion that an earlier request has begun, and deletes the second copy of its file. */
async function joinRepeated(
  conversion: Conversion,
  stores: ConversionStores,
  waitUntil: number,
): Promise<BegunConversion> {
  await stores.files.delete(conversion.source);
  const known = await findRepeated(conversion, stores);
  if (isUnbegun(known)) await stores.jobs.send(known);
  return { conversion: await waitForConversion(known, stores, waitUntil), repeated: true };
}

/** The record of a conversion that is about to begin. */
export function newConversion(request: ConversionRequest): Conversion {
  const { id, caller, engine, fingerprint, targetFormat, webhookUrl } = request;
  const createdAt = Date.now();
  // A repeated request must not overwrite the source of the first one.
  const stored = fingerprint === undefined ? id : newConversionId();
  return {
    id,
    state: 'processing',
    originalFilename: request.filename,
    originalFormat: request.sourceFormat,
    sourceSize: request.sourceSize,
    targetFormat,
    resultFormat: targetFormat,
    quality: request.quality,
    options: request.options,
    secrets: request.secrets,
    engine: engine.name,
    caller: caller.name,
    ...(caller.account && { account: caller.account, planName: caller.planName }),
    ...(webhookUrl && { webhookUrl }),
    source: sourceKey({ id: stored, engine: engine.name }),
    ...(fingerprint !== undefined && { fingerprint }),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME,
    deadline: createdAt + jobTime(queueOf(engine)) * 1000,
  };
}
