import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Bucket } from './bucket/bucket.ts';
import { serveBucket } from './bucket/serve-bucket.ts';
import { postObject } from './post-object.ts';
import { answerRefusal, Refusal } from './refusal.ts';
import { type Credentials, checkSignature } from './signature.ts';

/** How S3 is stood in for. */
export interface S3DoorOptions {
  /** The name of the one bucket. */
  readonly bucket: string;
  /** An empty folder, for its files alone. */
  readonly folder: string;
  readonly credentials: Credentials;
}

/** Told of each file that was uploaded by a form, as S3 notifies. */
export type OnUpload = (key: string) => void;

/**
 * Stands in for S3 on loopback: one bucket, for signed requests only, and for forms with a policy that is enforced; a
 * notice of each upload by a form, and headers that are chosen by the link.
 */
export async function openS3Door(
  { bucket: name, folder, credentials }: S3DoorOptions,
  onUpload: OnUpload,
): Promise<{ address: string; bucket: Bucket; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bucket = new Bucket(folder);
  const upload = (request: IncomingMessage) => postObject(request, bucket, credentials.secretAccessKey).then(onUpload);
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    checkSignature(request, credentials);
    return serveBucket(request, response, name, bucket);
  };
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: LONGEST_IDLE }, (request, response) => {
    serve(request, response, upload, pass).catch((error: unknown) => refuse(error, request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket, close };
}

/** How long a connection is kept for the next request, in milliseconds: longer than this machine may be busy. */
const LONGEST_IDLE = 60_000;

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': '*',
};

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  upload: (request: IncomingMessage) => Promise<void>,
  pass: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<void> {
  const isForm = request.headers['content-type']?.startsWith('multipart/form-data');
  if (request.method === 'OPTIONS') response.writeHead(200, CORS).end();
  else if (request.method === 'POST' && isForm) {
    await upload(request);
    response.writeHead(204, CORS).end();
  } else await pass(request, response);
}

function refuse(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (request.errored || response.headersSent) return void response.destroy();
  const malformed = new Refusal(400, 'MalformedPOSTRequest', 'The body of your POST request is not well-formed.');
  answerRefusal(response, error instanceof Refusal ? error : malformed, CORS);
  request.resume();
}
