import { createHmac, hash } from 'node:crypto';
import type { SQSRecord } from 'aws-lambda';
import { derivedConversionId } from '../conversion/conversion.ts';
import type { Place } from '../conversion/places.ts';
import type { DropFolderSettings } from '../drop-folder-settings.ts';

/** A file that was put into a drop folder, as S3 reports it. */
export interface DroppedFile extends Place {
  /** The ETag. @default S3 did not send it */
  readonly etag?: string | undefined;
  /** The sequencer of the event: each write of this key has another. */
  readonly sequencer: string;
  /** The time of the event, in milliseconds since the epoch. @default now */
  readonly reportedAt?: number | undefined;
  /** Whether its job was sent. @default that is not known */
  readonly sent?: boolean | undefined;
}

/** The fields of an event of S3 that are read. https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html */
interface ObjectCreated {
  readonly time?: unknown;
  /** Ours: that the job of the file was sent. */
  readonly job_sent?: unknown;
  readonly detail?: {
    readonly bucket?: { readonly name?: unknown };
    readonly object?: { readonly key?: unknown; readonly etag?: unknown; readonly sequencer?: unknown };
  };
}

/** The file that a message reports, or undefined when it reports none. */
export function readDroppedFile({ body }: Pick<SQSRecord, 'body'>): DroppedFile | undefined {
  const { time, job_sent: sent, detail: { bucket, object } = {} } = readJson(body);
  if (!isText(bucket?.name) || !isText(object?.key)) return undefined;
  const { etag } = object;
  const sequencer = [object.sequencer, time].find(isText) ?? '';
  return {
    bucket: bucket.name,
    key: object.key,
    sequencer,
    ...(isText(etag) && { etag: etag.replaceAll('"', '') }),
    reportedAt: Date.parse(String(time)) || undefined,
    sent: sent === true,
  };
}

/** The message for a file whose job was sent. */
export function withJobSent(body: string): string {
  return JSON.stringify({ ...readJson(body), job_sent: true });
}

function readJson(body: string): ObjectCreated {
  try {
    return (JSON.parse(body) as ObjectCreated | null) ?? {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

/**
 * The identifier of the conversion of a file in a drop folder. It is the same for each event of the file, so that it is
 * begun once. It cannot be guessed, since whoever knows the identifier of a conversion may download its result.
 * @param secret the secret of the service
 */
export function conversionIdOf(
  { bucket, key, sequencer, etag = '' }: DroppedFile,
  folder: DropFolderSettings,
  secret: string,
): string {
  const digest = createHmac('sha256', secret).update(JSON.stringify([bucket, key, sequencer, etag, folder]));
  return derivedConversionId(digest.digest('hex'));
}

/** The identifier of the room in which the files of a drop folder take their places. */
export function roomOf({ bucket }: Pick<DroppedFile, 'bucket'>, folder: DropFolderSettings): string {
  return hash('sha256', JSON.stringify([bucket, folder]));
}
