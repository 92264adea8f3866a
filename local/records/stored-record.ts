import { type Conversion, forgottenAt, LONGEST_DOWNLOAD } from '../../functions/conversion/conversion.ts';
import type { Remains } from '../../functions/conversion/stores.ts';
import type { AwaitedUpload } from '../../functions/conversion/upload.ts';

/** What is kept of a conversion. */
export interface ConversionRecord {
  readonly conversion: Conversion;
  /** The downloads that are under way. */
  readonly readers: readonly string[];
  /** Whether a file of it is stored. */
  readonly stored: boolean;
}

/** What is kept of an upload that has not become a conversion; one that has a failure was refused. */
export interface UploadRecord {
  readonly upload: AwaitedUpload;
  readonly stored: boolean;
}

/** What is kept of a conversion that was deleted, until what may yet be stored for it has been deleted too. */
export interface ErasedRecord {
  readonly erased: Remains;
  readonly stored: boolean;
}

/** What is kept under an identifier. */
export type StoredRecord = ConversionRecord | UploadRecord | ErasedRecord;

/** A conversion of which a file is stored and that nobody reads. */
export function newRecord(conversion: Conversion): ConversionRecord {
  const secrets = conversion.state === 'processing' ? conversion.secrets : {};
  return { conversion: { ...conversion, secrets }, readers: [], stored: true };
}

/** A conversion without what is of use only while its job is not done; nobody needs its secrets then. */
export function done(conversion: Conversion): Conversion {
  const { claimedUntil: _, progress: __, ...rest } = conversion;
  return { ...rest, secrets: {} };
}

/** When the files of a record are to be deleted, if it has any: one that is being read when its reader must be done. */
export function overdueAt(record: StoredRecord): number | null {
  if (!record.stored) return null;
  if ('upload' in record) return record.upload.awaitedUntil;
  if ('erased' in record) return record.erased.until;
  return record.conversion.expiresAt + (record.readers.length > 0 ? LONGEST_DOWNLOAD : 0);
}

/** When a record is as if it had never been. */
export function goneAt(record: StoredRecord): number {
  if ('upload' in record) return record.upload.awaitedUntil;
  return 'erased' in record ? record.erased.until : forgottenAt(record.conversion);
}

/** Whose list a record is in, and where; an upload that has not become a conversion is in none. */
export function listedAs(record: StoredRecord): { account: string; createdAt: number } | undefined {
  if (!('conversion' in record)) return undefined;
  const { account, createdAt } = record.conversion;
  return account === undefined ? undefined : { account, createdAt };
}
