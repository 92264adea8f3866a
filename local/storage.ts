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

/** The name of the bucket, and where links and forms lead. */
const BUCKET = 'files';

/** How long it is remembered here what was converted, in milliseconds: 35 days. */
const LEDGER_REMEMBERED = 35 * 86_400_000;

/** What the service keeps on this machine. */
export interface LocalStorage {
  readonly bucket: Bucket;
  /** Whether a path is that of a link or a form. */
  owns(path: string): boolean;
  /** Answers a request that came by a link or a form. */
  readonly serve: S3Store['serve'];
  /** Removes the records whose time is over. */
  forget(): Promise<void>;
  close(): void;
}

/**
 * Has the handlers, which run in this process, keep records and files on this machine: below a folder, in `records` and
 * `s3`. Clients reach the files by links and forms.
 * @param address with which links and forms begin
 * @param onUpload called for each file that was uploaded by a form
 * @param keyed whether callers have keys
 * @param mostBytes how many all files together may have, if not a share of what is free on the disk
 */
export function useLocalStorage(
  folder: string,
  address: PublicAddress,
  onUpload: OnUpload,
  keyed: boolean,
  mostBytes?: number,
): LocalStorage {
  // What a link or a form is signed with no other user of this machine knows.
  // A form's signature has nothing to do with a link's: each has a secret of its own.
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
    async forget() {
      callers?.limits.forget(Date.now());
      callers?.ledger.forget(dayOf(Date.now() - LEDGER_REMEMBERED));
      while (table.removeGone(Date.now())) await setImmediate();
    },
    close() {
      table.close();
      callers?.close();
    },
  };
}
