import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Bucket } from '../../local/bucket/bucket.ts';
import { sendObject } from '../../local/bucket/send-object.ts';
import { Refusal } from '../../local/refusal.ts';

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bucket: Bucket;
  readonly key: string;
  readonly query: ReadonlyMap<string, string>;
}

/** The operations of S3 that the service uses, by method and query parameter. */
const OPERATIONS: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  'GET ': getObject,
  'HEAD ': getObject,
  'PUT ': putObject,
  'DELETE ': deleteObject,
  'POST uploads': beginUpload,
  'PUT uploadId': putPart,
  'POST uploadId': completeUpload,
  'DELETE uploadId': abortUpload,
};

/**
 * Serves a signed request for an object, for the operations that the service uses.
 * @param name the name of the bucket
 * @throws Refusal
 */
export async function serveBucket(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  bucket: Bucket,
): Promise<void> {
  // Not parsed as a URL, since a key may contain `..`.
  const [path = '', search] = (request.url ?? '/').split(/\?(.*)/s);
  const query = new Map(new URLSearchParams(search));
  const [, first, ...rest] = path.split('/');
  const key = decodeURIComponent(rest.join('/'));
  if (first !== name) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist');
  const parameter = ['uploads', 'uploadId'].find((known) => query.has(known)) ?? '';
  const operation = OPERATIONS[`${request.method} ${parameter}`];
  const isEncoded = request.headers['content-encoding']?.includes('aws-chunked');
  if (!operation || key === '' || isEncoded)
    throw new Refusal(501, 'NotImplemented', 'The service asks nothing of the kind.');
  await operation({ request, response, bucket, key, query });
}

async function getObject({ request, response, bucket, key, query }: Call): Promise<void> {
  const reading = bucket.open(key);
  if (!reading) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
  try {
    await sendObject(request, response, reading.object, query);
  } finally {
    await reading.close();
  }
}

async function putObject({ request, response, bucket, key }: Call): Promise<void> {
  const { etag } = await bucket.put(key, request, mediaTypeOf(request));
  response.writeHead(200, { etag }).end();
}

async function deleteObject({ response, bucket, key }: Call): Promise<void> {
  await bucket.delete(key);
  response.writeHead(204).end();
}

/** A multipart upload. Its parts are objects until they are joined. */
interface Upload {
  readonly mediaType: string;
  readonly parts: Set<string>;
}

const uploads = new Map<string, Upload>();

const partKey = (id: string, number: number) => `parts/${id}/${number}`;

async function beginUpload({ request, response }: Call): Promise<void> {
  const id = randomUUID();
  uploads.set(id, { mediaType: mediaTypeOf(request), parts: new Set() });
  sendXml(response, 'InitiateMultipartUploadResult', `<UploadId>${id}</UploadId>`);
}

async function putPart({ request, response, bucket, query }: Call): Promise<void> {
  const id = uploadOf(query);
  const part = partKey(id, Number(query.get('partNumber')));
  const { etag } = await bucket.put(part, request, '');
  uploads.get(id)?.parts.add(part);
  if (!uploads.has(id)) await bucket.delete(part); // it was aborted meanwhile
  response.writeHead(200, { etag }).end();
}

async function completeUpload({ request, response, bucket, key, query }: Call): Promise<void> {
  const id = uploadOf(query);
  const parts = readParts(await text(request)).map(({ number, etag }) => ({ part: partKey(id, number), etag }));
  for (const { part, etag } of parts) {
    const reading = bucket.open(part);
    await reading?.close();
    if (reading?.object.etag !== etag) throw new Refusal(400, 'InvalidPart', 'There is no part with this ETag.');
  }
  const { etag } = await bucket.put(
    key,
    bucket.readAll(parts.map(({ part }) => part)),
    uploads.get(id)?.mediaType ?? '',
  );
  await removeParts(id, bucket);
  sendXml(response, 'CompleteMultipartUploadResult', `<ETag>${etag.replaceAll('"', '&quot;')}</ETag>`);
}

async function abortUpload({ response, bucket, query }: Call): Promise<void> {
  await removeParts(uploadOf(query), bucket);
  response.writeHead(204).end();
}

async function removeParts(id: string, bucket: Bucket): Promise<void> {
  const { parts = [] } = uploads.get(id) ?? {};
  uploads.delete(id);
  for (const part of parts) await bucket.delete(part);
}

function uploadOf(query: Call['query']): string {
  const id = query.get('uploadId') ?? '';
  if (uploads.has(id)) return id;
  throw new Refusal(404, 'NoSuchUpload', 'There is no such upload, or it was completed or aborted.');
}

/** A part, as the request that completes an upload names it. */
interface NamedPart {
  readonly number: number;
  readonly etag: string;
}

function readParts(xml: string): NamedPart[] {
  return xml
    .split('<Part>')
    .slice(1)
    .map((part) => ({
      number: Number(/<PartNumber>(\d{1,5})</.exec(part)?.[1]),
      etag: (/<ETag>([^<]{0,100})</.exec(part)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
}

function mediaTypeOf({ headers }: IncomingMessage): string {
  return headers['content-type'] ?? 'application/octet-stream';
}

function sendXml(response: ServerResponse, name: string, content: string): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${content}</${name}>`;
  response.writeHead(200, { 'Content-Type': 'application/xml' }).end(body);
}
