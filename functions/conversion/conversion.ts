import { randomUUID } from 'node:crypto';
import { ConversionError, type ErrorCode } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { Options } from './options.ts';
import type { Quality } from './quality.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** The largest file that may be uploaded, in bytes: 100 MB (interface.md, section 8). */
export const LARGEST_UPLOAD = 100 * 1024 * 1024;

/** How long a download link lives, in milliseconds (interface.md, section 8). */
export const LINK_LIFETIME = 30 * MINUTE;

/** How long the record of a conversion is kept after its link has expired, in milliseconds. */
export const RETENTION_AFTER_EXPIRY = 24 * HOUR;

/** The deadline of a video that is encoded in chunks, in milliseconds. */
export const LONG_VIDEO_TIME = 6 * HOUR;

/** The longest lifetime of a record from its request on, in milliseconds: its job takes less than the rest. */
export const LONGEST_RECORD_LIFETIME = RETENTION_AFTER_EXPIRY + LINK_LIFETIME + LONG_VIDEO_TIME + HOUR;

/**
 * How long after its deletion files of a conversion may still arrive, in milliseconds: a running engine holds an upload
 * form that is valid for 15 minutes, and an attempt takes at most 12; a client may hold a form too.
 */
export const LAST_WRITE = 30 * MINUTE;

/** The longest duration of a download, in milliseconds: the sweep deletes no file earlier that is being read. */
export const LONGEST_DOWNLOAD = 5 * MINUTE;

/** The largest result that can be streamed, in bytes: Lambda streams 200 MB, including the headers of the response. */
export const LARGEST_STREAM = 200 * 1024 * 1024 - 64 * 1024;

/**
 * What is stored of a conversion. `spent`: the result has been downloaded.
 * That a link has expired, or a job has passed its deadline, is not stored: `statusOf` compares the times with the clock.
 */
export type ConversionState = 'processing' | 'ready' | 'failed' | 'spent';

/** Why a conversion failed, for its client. */
export interface ConversionFailure {
  readonly code: ErrorCode;
  readonly message: string;
}

/** The record of one conversion. Times are milliseconds since the epoch. */
export interface Conversion {
  readonly id: string;
  readonly state: ConversionState;
  readonly originalFilename: string;
  readonly originalFormat: FormatName;
  /** Size of the uploaded file in bytes. */
  readonly sourceSize: number;
  readonly targetFormat: FormatName;
  /** The format of the result: the target, or `zip` where it became many files. */
  readonly resultFormat: FormatName;
  readonly quality: Quality;
  readonly options: Options;
  /** Options that no response shows, mostly passwords; deleted when the job has ended. */
  readonly secrets: Options;
  readonly engine: string;
  /** The name under which limits and fair queues count it: an account, or a name for an address. */
  readonly caller: string;
  /** The account that owns it. @default none: the request had no key */
  readonly account?: string | undefined;
  /** The name of the account's plan at the time of the request. */
  readonly planName?: string | undefined;
  /** A URL that its events go to besides. @default only to the webhooks of the account */
  readonly webhookUrl?: string | undefined;
  /** The storage key of the uploaded file, until the job has ended. */
  readonly source: string;
  /**
   * Whether only the service could write the source, so that it is still the file whose format was detected. A client can
   * use an upload form twice. @default false
   */
  readonly sourceFixed?: true;
  /** A digest of the request; a repeated request has to have the same. @default it is never repeated */
  readonly fingerprint?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** A job still processing at this time has failed. */
  readonly deadline: number;
  /** Size of the result in bytes; only when ready. */
  readonly fileSize?: number;
  /** Seconds in the engine; only when ready. */
  readonly conversionTime?: number;
  /** The count of attempts, including the one that a worker has claimed and may not have begun. */
  readonly attempts?: number;
  /** When the claim of a worker expires. */
  readonly claimedUntil?: number;
  /** 0 to 100; only while processing. */
  readonly progress?: number;
  /** Only when failed. */
  readonly failure?: ConversionFailure;
}

/** A conversion, as lists show it. */
export type ListedConversion = Pick<
  Conversion,
  | 'id'
  | 'state'
  | 'originalFilename'
  | 'originalFormat'
  | 'targetFormat'
  | 'resultFormat'
  | 'options'
  | 'createdAt'
  | 'expiresAt'
  | 'deadline'
  | 'fileSize'
  | 'conversionTime'
  | 'failure'
>;

/** The status that a client sees. */
export type ConversionStatus = 'processing' | 'ready' | 'expired' | 'failed';

/** Makes a random identifier: whoever knows it may download the result. */
export function newConversionId(): string {
  return randomUUID();
}

/**
 * Derives an identifier where the same request has to lead to the same conversion.
 * @param digest in hexadecimal, of at least 128 bits, that needs the secret of the service
 */
export function derivedConversionId(digest: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? [];
  // Version 8 of UUIDs is for custom schemes: RFC 9562, section 5.8.
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the form of an identifier; others are never looked up. */
export function isConversionId(text: string): boolean {
  return UUID.test(text);
}

/** The status of a conversion at a time. */
export function statusOf(
  conversion: Pick<Conversion, 'state' | 'expiresAt' | 'deadline'>,
  now = Date.now(),
): ConversionStatus {
  switch (conversion.state) {
    case 'failed':
      return 'failed';
    case 'spent':
      return 'expired';
    case 'ready':
      return now < conversion.expiresAt ? 'ready' : 'expired';
    case 'processing':
      return now < conversion.deadline ? 'processing' : 'failed';
  }
}

/**
 * Whether the job of a conversion may never have been queued, because the process that stored the record died. It is
 * queued again then; a job that is queued twice runs once.
 */
export function isUnbegun(conversion: Conversion): boolean {
  return statusOf(conversion) === 'processing' && !conversion.attempts;
}

/** Why a conversion failed: as recorded, or because its deadline passed. */
export function failureOf(conversion: Pick<Conversion, 'failure'>): ConversionFailure {
  return (
    conversion.failure ?? {
      code: 'ENGINE_TIMED_OUT',
      message: 'The conversion did not finish in time. Try again, or with a smaller file.',
    }
  );
}

/** The error for a recorded failure. */
export function errorOf({ code, message }: ConversionFailure): ConversionError {
  return new ConversionError(code, message);
}

/** When the record of a conversion expires. */
export function recordExpiresAt(conversion: Pick<Conversion, 'expiresAt'>): number {
  return conversion.expiresAt + RETENTION_AFTER_EXPIRY;
}

/** The storage key of a source whose format was detected before it was stored. */
export function sourceKey({ id, engine }: Pick<Conversion, 'id' | 'engine'>): string {
  return `sources/${engine}/${id}`;
}

/** The prefix of sources that are stored before their format is known. */
export const UPLOADS = 'uploads/';

/** The storage key of a source that is stored while it is received. */
export function uploadKey(id: string): string {
  return `${UPLOADS}${id}`;
}

/** The storage key of a conversion's result. */
export function resultKey(id: string): string {
  return `results/${id}`;
}
