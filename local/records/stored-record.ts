import { type Conversion, forgottenAt, LONGEST_DOWNLOAD } from '../../functions/conversion/conversion.ts';
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

/** What is kept under an identifier. */
export type StoredRecord = ConversionRecord | UploadRecord;

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
  return record.conversion.expiresAt + (record.readers.length > 0 ? LONGEST_DOWNLOAD : 0);
}

/** When a record is as if it had never been. */
export function goneAt(record: StoredRecord): number {
  return 'upload' in record ? record.upload.awaitedUntil : forgottenAt(record.conversion);
}
