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

/** How long a conversion is still known after its link has expired, in milliseconds. */
export const MEMORY_AFTER_EXPIRY = 24 * HOUR;

/** How long a video may take that is encoded in chunks, in milliseconds. */
export const LONG_VIDEO_TIME = 6 * HOUR;

/** No conversion is known longer than this after it was asked for, in milliseconds: its job takes less than the rest. */
export const LONGEST_KNOWN = MEMORY_AFTER_EXPIRY + LINK_LIFETIME + LONG_VIDEO_TIME + HOUR;

/**
 * How long after a conversion was deleted something may still be stored for it, in milliseconds: an engine that is at
 * work then has a form that is good for 15 minutes, and an attempt takes no more than 12; a client may have a form too.
 */
export const LAST_WRITE = 30 * MINUTE;

/** The longest a single download may take, in milliseconds: what is being read is not swept before that. */
export const LONGEST_DOWNLOAD = 5 * MINUTE;

/** The largest result that can be passed on, in bytes: Lambda streams 200 MB, and some of it is the head of the answer. */
export const LARGEST_STREAM = 200 * 1024 * 1024 - 64 * 1024;

/**
 * What is stored of a conversion. `spent`: the result has been downloaded.
 * That a link has expired, or a job passed its deadline, is never stored: it is seen on the clock at read.
 */
export type ConversionState = 'processing' | 'ready' | 'failed' | 'spent';

/** Why a conversion failed, in the words that the client gets. */
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
  /** What else the client asked of the result. */
  readonly options: Options;
  /** Options that no answer shows, passwords mostly; only while the job is not done. */
  readonly secrets: Options;
  readonly engine: string;
  /** Under whose name it is counted, and in whose line its job waits: an account, or what stands for an address. */
  readonly caller: string;
  /** Whose it is. @default nobody's: it was asked for without a key */
  readonly account?: string | undefined;
  /** What the plan of the account was called when it was asked for. */
  readonly planName?: string | undefined;
  /** Where else its account wants its events sent. @default where its webhooks are */
  readonly webhookUrl?: string | undefined;
  /** The storage key of the uploaded file while its job is not done. */
  readonly source: string;
  /**
   * Whether nobody but us could ever write what lies there: then it is what was looked at. Who uploads with a form may do
   * it twice. @default false
   */
  readonly sourceFixed?: true;
  /** What must be the same of a request that is repeated. @default it is never repeated */
  readonly fingerprint?: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** A job still processing at this time has failed. */
  readonly deadline: number;
  /** Size of the result in bytes; only when ready. */
  readonly fileSize?: number;
  /** Seconds in the engine; only when ready. */
  readonly conversionTime?: number;
  /** How often an engine has begun the job; also one that may not have, while a worker has it in hand. */
  readonly attempts?: number;
  /** Until when a worker has the job in hand. */
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

/** What a client sees of a conversion at a moment. */
export type ConversionStatus = 'processing' | 'ready' | 'expired' | 'failed';

/** A fresh identifier: random, because whoever knows it may download the result. */
export function newConversionId(): string {
  return randomUUID();
}

/**
 * An identifier that follows from what a conversion is for, where it must be the same each time.
 * @param digest in hexadecimal, of 128 bits at least, that nobody outside can make
 */
export function derivedConversionId(digest: string): string {
  const [, a, b, c, d, e] = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})/.exec(digest) ?? [];
  // A UUID of version 8, which is for those that are made in a way of one's own: RFC 9562, section 5.8.
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an identifier of ours; anything else is never looked up. */
export function isConversionId(text: string): boolean {
  return UUID.test(text);
}

/** The status of a conversion by the clock. */
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
 * Whether it may be that nobody has sent the job of a conversion, since whoever stored the record has died: then it is
 * sent once more, and what is sent twice is done once.
 */
export function isUnbegun(conversion: Conversion): boolean {
  return statusOf(conversion) === 'processing' && !conversion.attempts;
}

/** Why a failed conversion failed: as recorded, or because its deadline passed without anybody's word. */
export function failureOf(conversion: Pick<Conversion, 'failure'>): ConversionFailure {
  return (
    conversion.failure ?? {
      code: 'ENGINE_TIMED_OUT',
      message: 'The conversion did not finish in time. Try again, or with a smaller file.',
    }
  );
}

/** A recorded failure, as the error that the client gets. */
export function errorOf({ code, message }: ConversionFailure): ConversionError {
  return new ConversionError(code, message);
}

/** The moment after which a conversion is as if it had never been. */
export function forgottenAt(conversion: Pick<Conversion, 'expiresAt'>): number {
  return conversion.expiresAt + MEMORY_AFTER_EXPIRY;
}

/** The storage key of a source that came in a request small enough to be looked at before it is stored. */
export function sourceKey({ id, engine }: Pick<Conversion, 'id' | 'engine'>): string {
  return `sources/${engine}/${id}`;
}

/** Below this lies what is stored before anybody knows what it is. */
export const UPLOADS = 'uploads/';

/** The storage key of a source that is stored while it comes in. */
export function uploadKey(id: string): string {
  return `${UPLOADS}${id}`;
}

/** The storage key of a conversion's result. */
export function resultKey(id: string): string {
  return `results/${id}`;
}
