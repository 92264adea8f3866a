import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bucket } from '../../local/bucket/bucket.ts';
import { createS3Store, type OnUpload, type S3StoreOptions } from '../../local/s3-store.ts';

/** How long a connection is kept for the next request, in milliseconds: longer than this machine may be busy. */
const LONGEST_IDLE = 60_000;

/** Serves what stands in for S3 on loopback, at a port of its own. */
export async function openS3Door(
  options: S3StoreOptions,
  onUpload: OnUpload,
): Promise<{ address: string; bucket: Bucket; close(): Promise<void> }> {
  const { bucket, serve } = createS3Store(options, onUpload);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: LONGEST_IDLE }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket, close };
}
