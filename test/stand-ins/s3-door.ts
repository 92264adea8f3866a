import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bucket } from '../../local/bucket/bucket.ts';
import type { OnUpload, S3StoreOptions } from '../../local/s3-store.ts';
import { createS3WithCopies, type OnPut } from './s3-copies.ts';

/** How long a connection is kept for the next request, in milliseconds: longer than this machine may be busy. */
const LONGEST_IDLE = 60_000;

/** Buckets besides that of the service. */
export interface OtherBuckets {
  readonly names: readonly string[];
  /** Called for each file that is put into any bucket. */
  readonly onPut: OnPut;
}

/** A running stand-in for S3. */
export interface S3Door {
  readonly address: string;
  readonly bucket: Bucket;
  /** All buckets, by name. */
  readonly buckets: ReadonlyMap<string, Bucket>;
  close(): Promise<void>;
}

/** Serves the stand-in for S3 on loopback, at its own port. */
export async function openS3Door(
  options: S3StoreOptions,
  onUpload: OnUpload,
  { names, onPut }: OtherBuckets = { names: [], onPut: () => undefined },
): Promise<S3Door> {
  const { bucket, buckets, serve } = createS3WithCopies(options, names, onUpload, onPut);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: LONGEST_IDLE }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket, buckets, close };
}
