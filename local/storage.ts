import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { dayOf } from '../functions/callers/days.ts';
import { useCallers } from '../functions/services/callers.ts';
import { useLedger } from '../functions/services/ledger.ts';
import { useRecords } from '../functions/services/records.ts';
import { useFiles } from '../functions/services/storage.ts';
import type { Bucket } from './bucket/bucket.ts';
import { BucketFiles } from './bucket/bucket-files.ts';
import { BucketSigner } from './bucket/bucket-signer.ts';
import { openCallers } from './callers/open-callers.ts';
import type { PublicAddress } from './public-address.ts';
import { announceChange } from './records/announce-changes.ts';
import { RecordTable } from './records/record-table.ts';
import { SqliteConversions } from './records/sqlite-conversions.ts';
import { SqliteUploads } from './records/sqlite-uploads.ts';
import { createS3Store, type OnUpload, type S3Store } from './s3-store.ts';
import type { Credentials } from './signature.ts';

/** The name of the bucket, and the path of links and forms. */
const BUCKET = 'files';

/** How long entries of the ledger are kept here, in milliseconds: 35 days. */
const LEDGER_RETENTION = 35 * 86_400_000;

/** The records and files of the service on this machine. */
export interface LocalStorage {
  readonly bucket: Bucket;
  /** Whether a path is that of a link or a form. */
  owns(path: string): boolean;
  /** Serves links and forms. */
  readonly serve: S3Store['serve'];
  /** Removes expired records. */
  removeExpired(): Promise<void>;
  close(): void;
}

/**
 * Makes the handlers, which run in this process, keep records and files on this machine, in the folders `records` and `s3`.
 * @param address the origin of links and forms
 * @param onUpload called for each file that was uploaded by a form
 * @param keyed whether callers have keys
 * @param mostBytes the largest size of all files together. @default a share of the free disk space
 */
export function useLocalStorage(
  folder: string,
  address: PublicAddress,
  onUpload: OnUpload,
  keyed: boolean,
  mostBytes?: number,
): LocalStorage {
  // Links and forms have secrets of their own, so that no signature of the one is valid for the other.
  const [credentials, forms] = ['links', 'forms'].map((accessKeyId) => ({
    accessKeyId,
    secretAccessKey: randomUUID(),
  })) as [Credentials, Credentials];
  const options = { bucket: BUCKET, folder: join(folder, 's3'), credentials, forms, mostBytes };
  const { bucket, serve } = createS3Store(options, onUpload);
  const signer = new BucketSigner({ address: () => address.origin, bucket: BUCKET, credentials, forms });
  const table = new RecordTable(join(folder, 'records', 'records.sqlite'), keyed ? announceChange : undefined);
  useFiles(new BucketFiles(bucket, signer));
  const callers = keyed ? openCallers(join(folder, 'records', 'callers.sqlite')) : undefined;
  useCallers(callers);
  if (callers) useLedger(callers.ledger);
  const secret = randomUUID();
  useRecords({
    secret: async () => secret,
    conversions: new SqliteConversions(table),
    uploads: new SqliteUploads(table),
  });
  return {
    bucket,
    serve,
    owns: (path) => path === `/${BUCKET}` || path.startsWith(`/${BUCKET}/`),
    async removeExpired() {
      callers?.limits.forget(Date.now());
      callers?.ledger.forget(dayOf(Date.now() - LEDGER_RETENTION));
      while (table.removeGone(Date.now())) await setImmediate();
    },
    close() {
      table.close();
      callers?.close();
    },
  };
}
