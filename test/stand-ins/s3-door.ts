import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bucket } from '../../local/bucket/bucket.ts';
import { answerRefusal, Refusal } from '../../local/refusal.ts';
import { createS3Store, type OnUpload, type S3Store, type S3StoreOptions } from '../../local/s3-store.ts';
import { serveBucket } from './serve-bucket.ts';
import { checkSignature } from './signed-request.ts';

const COPY = 'x-amz-copy-source';
const METADATA = 'x-amz-meta-';

/** How long a connection is kept for the next request, in milliseconds: longer than this machine may be busy. */
const LONGEST_IDLE = 60_000;

/** Buckets besides that of the service. */
export interface OtherBuckets {
  readonly names: readonly string[];
  /** Called for each file that is put into any bucket. */
  readonly onPut: (bucket: string, key: string) => void;
}

export interface S3Door {
  readonly address: string;
  readonly bucket: Bucket;
  readonly buckets: ReadonlyMap<string, Bucket>;
  close(): Promise<void>;
}

/** Serves the stand-in for S3 on loopback, at its own port. */
export async function openS3Door(
  options: S3StoreOptions,
  onUpload: OnUpload,
  others: OtherBuckets = { names: [], onPut: () => undefined },
): Promise<S3Door> {
  const { bucket, buckets, serve } = createS3WithCopies(options, others, onUpload);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: LONGEST_IDLE }, serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket, buckets, close };
}

/** A stand-in for S3 with several buckets, between which files are copied, as drop folders do. */
function createS3WithCopies(options: S3StoreOptions, { names: others, onPut }: OtherBuckets, onUpload: OnUpload) {
  const names = [options.bucket, ...others];
  const stores = new Map(
    names.map((bucket) => {
      const folder = bucket === options.bucket ? options.folder : `${options.folder}-${bucket}`;
      return [bucket, createS3Store({ ...options, bucket, folder }, onUpload)] as const;
    }),
  );
  const main = stores.get(options.bucket) as S3Store;
  const buckets = new Map([...stores].map(([name, { bucket }]) => [name, bucket] as const));
  const metadata = new Map<string, Readonly<Record<string, string>>>();
  const answer = async (request: IncomingMessage, response: ServerResponse, name: string) => {
    checkSignature(request, options.credentials);
    if (request.method === 'PUT' && request.headers[COPY]) return copy(request, response, buckets);
    const bucket = buckets.get(name);
    if (!bucket) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
    await serveBucket(request, response, name, bucket);
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { bucket: name, key } = placeOf(request.url ?? '');
    const place = JSON.stringify([name, key]);
    if (request.method === 'PUT') {
      metadata.set(place, metadataOf(request));
      response.once('finish', () => response.statusCode === 200 && onPut(name, key));
    } else for (const [header, value] of Object.entries(metadata.get(place) ?? {})) response.setHeader(header, value);
    const store = stores.get(name) ?? main;
    if (!request.headers.authorization) return store.serve(request, response);
    answer(request, response, name).catch((error: unknown) => {
      request.resume();
      if (response.headersSent) return response.destroy();
      answerRefusal(response, error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error)));
    });
  };
  return { ...main, buckets, serve };
}

async function copy(
  request: IncomingMessage,
  response: ServerResponse,
  buckets: ReadonlyMap<string, Bucket>,
): Promise<void> {
  const { headers } = request;
  for (const part of ['metadata', 'tagging'])
    if (headers[`x-amz-${part}-directive`] !== 'REPLACE')
      throw new Refusal(501, 'NotImplemented', 'Nothing is copied but bytes.');
  const [to, from] = [placeOf(request.url ?? ''), placeOf(`/${String(headers[COPY])}`)];
  const [target, source] = [buckets.get(to.bucket), buckets.get(from.bucket)];
  const reading = source?.open(from.key);
  if (!target || !source || !reading) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
  try {
    const wanted = headers['x-amz-copy-source-if-match'];
    if (wanted && wanted !== reading.object.etag)
      throw new Refusal(412, 'PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    const { etag } = await target.put(to.key, source.read(from.key), headers['content-type'] ?? '');
    const body = `<CopyObjectResult><ETag>${etag.replaceAll('"', '&quot;')}</ETag></CopyObjectResult>`;
    response.writeHead(200, { 'Content-Type': 'application/xml' }).end(body);
  } finally {
    await reading.close();
  }
}

/** Parses the raw path, since URL resolves `..`. */
function placeOf(url: string): { bucket: string; key: string } {
  const [, bucket = '', ...rest] = (url.split('?')[0] ?? '').split('/');
  return { bucket, key: decodeURIComponent(rest.join('/')) };
}

function metadataOf({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name.startsWith(METADATA));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
