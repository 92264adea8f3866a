import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { useRecords } from '../functions/services/records.ts';
import { useFiles } from '../functions/services/storage.ts';
import type { Bucket } from './bucket/bucket.ts';
import { BucketFiles } from './bucket/bucket-files.ts';
import { BucketSigner } from './bucket/bucket-signer.ts';
import { RecordTable } from './records/record-table.ts';
import { SqliteConversions } from './records/sqlite-conversions.ts';
import { SqliteUploads } from './records/sqlite-uploads.ts';
import { type OnUpload, openS3Door } from './s3-door.ts';

const BUCKET = 'files';

/** What the service keeps on this machine. */
export interface LocalStorage {
  readonly bucket: Bucket;
  /** The origin of links and forms. */
  readonly origin: string;
  /** Removes the records whose time is over. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Has the handlers, which run in this process, keep records and files on this machine: below a folder, in `records` and
 * `s3`. Clients reach the files by links and forms, at an address of their own.
 * @param onUpload told of each file that was uploaded by a form
 */
export async function useLocalStorage(folder: string, onUpload: OnUpload): Promise<LocalStorage> {
  // What a link or a form is signed with no other user of this machine knows.
  const credentials = { accessKeyId: 'local', secretAccessKey: randomUUID() };
  const door = await openS3Door({ bucket: BUCKET, folder: join(folder, 's3'), credentials }, onUpload);
  const signer = new BucketSigner({ address: door.address, bucket: BUCKET, credentials });
  const table = new RecordTable(join(folder, 'records', 'records.sqlite'));
  useFiles(new BucketFiles(door.bucket, signer));
  useRecords({ conversions: new SqliteConversions(table), uploads: new SqliteUploads(table) });
  return {
    bucket: door.bucket,
    origin: door.address,
    async forget() {
      while (table.removeGone(Date.now())) await setImmediate();
    },
    async close() {
      await door.close();
      table.close();
    },
  };
}
