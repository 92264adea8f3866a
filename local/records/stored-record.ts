import { type Conversion, LONGEST_DOWNLOAD, recordExpiresAt } from '../../functions/conversion/conversion.ts';
import type { Remains } from '../../functions/conversion/stores.ts';
import type { AwaitedUpload } from '../../functions/conversion/upload.ts';

/** The record of a conversion. */
export interface ConversionRecord {
  readonly conversion: Conversion;
  /** The identifiers of running downloads. */
  readonly readers: readonly string[];
  /** Whether it has stored files. */
  readonly stored: boolean;
}

/** The record of an upload that has not become a conversion; one with a failure was refused. */
export interface UploadRecord {
  readonly upload: AwaitedUpload;
  readonly stored: boolean;
}

/** The remains of a deleted conversion, until files that are stored later have been deleted too. */
export interface ErasedRecord {
  readonly erased: Remains;
  readonly stored: boolean;
}

export type StoredRecord = ConversionRecord | UploadRecord | ErasedRecord;

/** The record of a new conversion with a stored file. */
export function newRecord(conversion: Conversion): ConversionRecord {
  const secrets = conversion.state === 'processing' ? conversion.secrets : {};
  return { conversion: { ...conversion, secrets }, readers: [], stored: true };
}

/** A conversion without its secrets and the fields of a running job. */
export function done(conversion: Conversion): Conversion {
  const { claimedUntil: _, progress: __, ...rest } = conversion;
  return { ...rest, secrets: {} };
}

/** When the files of a record have to be deleted, if it has any. A running download extends that by its longest duration. */
export function overdueAt(record: StoredRecord): number | null {
  if (!record.stored) return null;
  if ('upload' in record) return record.upload.awaitedUntil;
  if ('erased' in record) return record.erased.until;
  return record.conversion.expiresAt + (record.readers.length > 0 ? LONGEST_DOWNLOAD : 0);
}

/** When a record expires. */
export function goneAt(record: StoredRecord): number {
  if ('upload' in record) return record.upload.awaitedUntil;
  return 'erased' in record ? record.erased.until : recordExpiresAt(record.conversion);
}

/** The list that a record is in, and its position; an upload is in none. */
export function listedAs(record: StoredRecord): { account: string; createdAt: number } | undefined {
  if (!('conversion' in record)) return undefined;
  const { account, createdAt } = record.conversion;
  return account === undefined ? undefined : { account, createdAt };
}
